"""What the agents of a decision read: what was pasted for them, or the thread where it was asked."""

import hashlib

from bot.slack.opening import FORM
from bot.slack.people import home_of
from bot.slack.workspace import Workspace
from consensus.context import budgeted, clean
from consensus.decision import Decision
from consensus.events import ContextTaken, ContextWords, OpenedWords, Source
from integrations.slack.reading import read_thread


async def gather(workspace: Workspace, decision: Decision) -> tuple[ContextTaken, ContextWords]:
    """The Gather port for decisions that were asked in Slack."""
    words, where = decision.words(1), home_of(workspace, decision)
    if isinstance(words, OpenedWords) and decision.opened.via == FORM and words.request:
        return pasted(words.request)
    if where is None:
        return ContextTaken(sources=(), cut=False, missing=("thread",)), ContextWords(sources=())
    options = words.options if isinstance(words, OpenedWords) else ()
    return await read_thread(workspace.client, str(where), options)


def pasted(text: str) -> tuple[ContextTaken, ContextWords]:
    """A text that was given with the question, as agents may see it."""
    cleaned = clean(text)
    used, cut = budgeted([cleaned.text])
    source = Source(
        source="paste",
        ref="form",
        total=len(cleaned.text),
        used=min(len(cleaned.text), len(used[0])),
        digest=hashlib.sha256(used[0].encode()).hexdigest(),
    )
    taken = ContextTaken(sources=(source,), cut=cut, hidden=cleaned.hidden, masked=cleaned.masked, flags=cleaned.flags)
    return taken, ContextWords(sources=used)
