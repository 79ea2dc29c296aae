"""A request whose author changed its words: nothing starts by itself, but the panel can be asked with the new ones."""

from typing import Final

from bot.slack.answering import sentence, tell
from bot.slack.keeping import keep
from bot.slack.words import asked_at, understood
from bot.slack.workspace import Workspace
from bot.spoken import Ask
from bot.texts import catalogue
from consensus.card.about import about
from consensus.context import mask
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import OpenedWords
from integrations.slack.elements import button, value
from integrations.slack.incoming import Edited
from integrations.slack.place import Place
from integrations.store.deliveries import Delivery
from integrations.store.visible import Wanted, page, room_of

LATEST: Final = 20
SOON: Final = 600_000_000
"""So long after a request its decision was opened at the latest, where Slack does not tell what it said before."""


async def offer_rerun(workspace: Workspace, said: Edited, delivery: Delivery) -> None:
    """Tells the author of a request that was decided on, and nobody else."""
    try:
        command = understood(workspace, said)
    except RequestError:
        return
    if not isinstance(command, Ask):
        return
    decision = await _decided_on(workspace, said, asked_at(said, command.thread))
    if decision is None or _typed(decision) == mask(command.typed)[0]:
        return
    key = await keep(workspace, said, delivery.body, delivery)
    say = catalogue(decision.opened.lang)
    again = button("rerun", value(decision.id, key, about(decision)), say("slack-edited-again"))
    await tell(workspace, said, sentence(say("slack-edited", id=decision.id), again))


async def _decided_on(workspace: Workspace, said: Edited, where: Place) -> Decision | None:
    """The decision that the earlier words began, or what has replaced it since."""
    wanted = Wanted(rooms=frozenset({room_of(str(where))}), asker=await workspace.person(said.user))
    rows = (await workspace.store.look(page(wanted, LATEST))).rows
    known = [await workspace.store.load(row.id) for row in rows if row.places[:1] == (str(where),)]
    if said.before is not None:
        before = mask(said.before)[0]
        found = next((decision for decision in known if _typed(decision) == before), None)
    else:
        found = min(known, key=lambda decision: _apart(decision, said), default=None)
        found = found if found and _apart(found, said) <= SOON else None
    while found and found.end.superseded_by:
        found = await workspace.store.load(found.end.superseded_by)
    return found


def _typed(decision: Decision) -> str | None:
    words = decision.words(1)
    return words.request if isinstance(words, OpenedWords) else None


def _apart(decision: Decision, said: Edited) -> int:
    """Microseconds between the message and the opening."""
    return abs(decision.events[0].at - int(said.ts.replace(".", "")))
