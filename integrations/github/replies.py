"""What is answered in a comment: sentences, lists, documents, help, and an earlier decision of the same question."""

from collections.abc import Sequence
from typing import Final

from consensus.card import Moment, Speaker, make_card, render
from consensus.card.lines import line
from consensus.decision import Decision
from consensus.errors import ConsensusError
from consensus.model import Model
from consensus.status import Status
from consensus.text import shortened
from consensus.voting.strength import Band
from integrations.github.fitting import APART, fitted, size, within
from integrations.github.limits import BODY
from integrations.github.markdown import Comment
from integrations.github.screen import BETWEEN, said
from integrations.github.text import code, copied, fenced, harmless, inline, link, quoted

LINE: Final = "\n"
ON_A_PAGE: Final = 20
LONGEST: Final = 300
"""Characters of a text in a list or a short answer: the whole one is behind *show*."""


class Entry(Model):
    """A decision in a list."""

    id: str
    question: str
    status: Status
    winner: str | None = None
    band: Band | None = None


def sentence(text: str) -> Comment:
    """Something said in our own words, and nothing more."""
    return Comment(body=text)


def in_response(comment: Comment, say: Speaker, address: str) -> Comment:
    """The answer below a link to the words that it answers: in a long conversation nobody could tell."""
    beginning = say("github-answer-to", comment=link(say("github-this-comment"), address))
    return Comment(body=APART.join([beginning, comment.body]))


def headline(decision: Decision, say: Speaker) -> Comment:
    """How a decision stands, and where all of it can be read: for a platform that refused the rest."""
    shown = render(harmless(make_card(decision).headline, LONGEST), say)
    return sentence(f"**{shown}** {code(f'/consensus show {decision.id}')}")


def explanation(decision: Decision, words: str, say: Speaker) -> Comment:
    """What speaks for and against it, and how the numbers came about."""
    card = make_card(decision)

    def draw(most: int) -> list[str]:
        told = said([*card.why, *card.objections, *card.measures, *card.notes], say, most)
        return [f"**{render(harmless(card.headline, most), say)}**", inline(card.question[:most]), *told, quoted(words)]

    return Comment(body=fitted(draw, (), "", say("github-more", id=decision.id)))


def refusal(error: ConsensusError, say: Speaker) -> Comment:
    """Why something was not done and what to do, nothing in it alive."""
    params = {name: _param(name, each, say) for name, each in error.params.items()}
    return sentence(say(error.key, **params))


def _param(name: str, value: str | int, say: Speaker) -> str | int:
    """The only live thing in a refusal is an address that we made ourselves."""
    if isinstance(value, int):
        return value
    return link(say("github-there"), value) if name == "address" else inline(value)


def others(requests: Sequence[str], say: Speaker) -> Comment:
    """What was asked in the same words and is not done, each by its first line."""
    named = [f"- {code(shortened(request.partition(LINE)[0], LONGEST))}" for request in requests[:ON_A_PAGE]]
    return sentence(APART.join([say("github-others", count=len(requests)), LINE.join(named)]))


def listing(title: str, entries: Sequence[Entry], say: Speaker, *, total: int) -> Comment:
    """The newest of so many; what does not fit is found by more words."""
    if not entries:
        return sentence(APART.join([f"**{title}**", say("github-list-empty")]))
    rows = [f"| {entry.id} | {_short(entry.question)} | {_state(entry, say)} |" for entry in entries[:ON_A_PAGE]]
    shown = "\n".join([say("github-list-table"), "|---|---|---|", *rows])
    counted = say("github-list-count", first=1, last=len(rows), total=total)
    narrow = [say("github-list-narrow")] if total > len(rows) else []
    return sentence(APART.join([f"**{title}**", shown, BETWEEN.join([counted, *narrow])]))


def document(markdown: str, decision: str, say: Speaker) -> Comment:
    """The document as it stands, ready to be copied, folded away; cut between its paragraphs if it is too long."""
    more = say("github-export-more", id=decision)
    opening = f"<details>\n<summary>{say('github-export-title', id=decision)}</summary>"
    room = BODY - size(APART.join([opening, fenced("`" * 9), "</details>", more]))
    kept, is_cut = within(copied(markdown).split(APART), room)
    body = [opening, fenced(APART.join(kept)), "</details>"]
    return sentence(APART.join([*body, more] if is_cut else body))


def help_reply(verbs: Sequence[tuple[str, str]], flags: Sequence[tuple[str, str]], say: Speaker) -> Comment:
    """How to ask, then each verb and flag with what it does: all in code, so that no line of it is a request."""
    parts = [say("github-help-how")]
    for title, entries in (("github-help-verbs", verbs), ("github-help-flags", flags)):
        if entries:
            parts += [f"**{say(title)}**", "\n".join(f"- {code(name)} {what}" for name, what in entries)]
    return sentence(APART.join(parts))


def decided_already(decision: Decision, say: Speaker, address: str, *, is_here: bool = True) -> Comment:
    """Offers an earlier decision instead of a new one: when and what, one reason and one objection, and where it is.

    Only in its own conversation can it be asked again.
    """
    card = make_card(decision)
    ended = Moment(at=decision.events[max(decision.end.seq, 1) - 1].at)

    def draw(most: int) -> list[str]:
        headline = line("github-decided", when=ended, what=card.headline)
        said_then = said([*card.banner, *card.why[:1], *card.objections[:1]], say, most)
        return [f"**{render(harmless(headline, most), say)}**", *said_then, BETWEEN.join([earlier, again])]

    comment = link(say("github-earlier-comment"), address)
    earlier = say("github-earlier", comment=comment) if comment != say("github-earlier-comment") else decision.id
    again = say("github-ask-again" if is_here else "github-ask-again-there", id=decision.id)
    return Comment(body=fitted(draw, (), "", say("github-more", id=decision.id)))


def _short(text: str) -> str:
    return inline(shortened(text, LONGEST))


def _state(entry: Entry, say: Speaker) -> str:
    if not entry.winner:
        return say(f"status-{entry.status}")
    return BETWEEN.join([_short(entry.winner), *([say(f"band-{entry.band}")] if entry.band else [])])
