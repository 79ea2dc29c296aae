"""A surface as Slack is one, decisions in every state, and texts that somebody might smuggle into them."""

from dataclasses import dataclass
from typing import Any

from hypothesis import strategies as st

from bot.texts import catalogue
from consensus.card import Moment, Money, Person
from consensus.decision import Decision
from consensus.events import (
    Axes,
    BallotWords,
    Cancelled,
    ContextTaken,
    ContextWords,
    CritiqueWords,
    Draft,
    OpenedWords,
    Policy,
    Reason,
    Source,
    VoteCast,
)
from consensus.panel.agents import Language
from integrations.slack.limits import Json, texts
from integrations.slack.text import mention, moment
from tests.fakes import after, ballot, opened, seat, start
from tests.scenes import (
    BY_RULE,
    FULL,
    LATER,
    answer,
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    critique,
    debated,
    hear,
    panel,
    put_to_a_vote,
)

FACT = Axes(uncertainty=0, stakes=1, plurality=1)
NEVER = Policy(human="never", debate="off")


@dataclass(frozen=True)
class Voice:
    """Says the catalogue's sentences; people are mentioned, times are Slack's."""

    lang: Language = "en"

    def __call__(self, key: str, **params: str | int) -> str:
        return catalogue(self.lang)(key, **params)

    def show(self, value: Moment | Person | Money) -> str:
        match value:
            case Moment():
                return moment(value.at, "soon")
            case Person():
                return mention(f"U{value.id.upper()}")
        return f"${value.amount or 0}"


def spoken(voices: str, text: str = "because", **changes: Any) -> Decision:  # noqa: ANN401 -- handed on
    """A full blind vote in which every agent says the text."""
    decision = start(opened(policy=Policy(debate="off"), axes=FULL, **changes))
    for place, voice in enumerate(voices):
        words = BallotWords(rationale=text, risks=(text,), would_change=text)
        facts = ballot(f"s{place + 1}", f"o{'ABCDEFGHIJ'.index(voice) + 1}", 900 - place)
        decision = after(decision, by_engine(facts.model_copy(update={"family": "mn"[place % 2]}), words))
    return decision


def written(text: str, options: int = 2, **changes: object) -> Decision:
    """A decision whose question and options are the text."""
    facts = opened(options, policy=Policy(debate="off"), axes=FULL, **changes)
    return start(facts, OpenedWords(question=text, options=(text,) * options))


def hostile(text: str) -> Decision:
    """Everything that people and agents can write says the text, in an open vote after a debate."""
    roster = tuple(seat(place, role=text or "role") for place in range(5))
    decision = start(
        opened(roster=roster, axes=FULL, wants_context=True), OpenedWords(question=text, options=(text, text))
    )
    taken = ContextTaken(
        sources=(Source(source="thread", ref=text, total=9, used=5, digest="d"),),
        cut=True,
        missing=(text,),
        hidden=1,
        masked=2,
    )
    decision = after(decision, by_engine(taken, ContextWords(sources=(text,))))
    decision = _cast(decision, "ABABA", 1, text)
    said = CritiqueWords(arguments=(text,))
    critiques = [critique(each.seat).model_copy(update={"words": said}) for each in roster]
    decision = _cast(after(decision, *critiques), "BABAn", 3, text)
    decision = put_to_a_vote(closed(decision), why="weak")
    words = Reason(reason=text)
    return after(decision, Draft(actor="ann", facts=VoteCast(choice="o2", via="slack"), words=words))


def _cast(decision: Decision, voices: str, round_: int, text: str) -> Decision:
    words = BallotWords(rationale=text, risks=(text, text), would_change=text)
    told = hear(decision, voices, round_, moved_by="arg-s1", ranking=None)
    for event in told.events[decision.seq :]:
        spoke = event.facts.kind == "ballot_cast"
        decision = after(decision, by_engine(event.facts, words if spoke else None))
    return decision


STUCK = closed(panel("A-n!-"))
WEAK = carry_on(debated("ABA--", "ABA--"))
TIE = carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1")))
STATES: dict[str, Decision] = {
    "just opened": start(opened()),
    "being heard": hear(start(opened()), "A"),
    "arguing": argue(panel("ABABn")),
    "rehearsed": carry_on(
        hear(start(opened(roster=tuple(seat(place, family="rehearsal") for place in range(5)))), "AA")
    ),
    "moderate": carry_on(hear(start(opened()), "AA")),
    "strong": carry_on(spoken("AAAAB")),
    "unanimous": carry_on(spoken("AAAAA")),
    "several against": carry_on(spoken("AAABB")),
    "not needed": carry_on(hear(start(opened(options_stated=False)), "AA", axes=FACT)),
    "weak, vote open": cast(WEAK, "o1"),
    "hidden vote": cast(put_to_a_vote(STUCK, why="weak", hidden=True), "o1"),
    "by rule": cast(put_to_a_vote(STUCK, why="weak", **BY_RULE), "o1"),
    "many options": put_to_a_vote(closed(debated("ABCD-", "ABCD-", 10)), why="weak"),
    "vote won": carry_on(close_early(cast(WEAK, "o2", "o2", "o1"))),
    "vote without quorum": carry_on(cast(WEAK, "o2", None), LATER),
    "deadlock": TIE,
    "approved": carry_on(answer(TIE, approve=True)),
    "rejected": carry_on(answer(TIE, approve=False)),
    "no quorum": STUCK,
    "options rejected": carry_on(panel("AnnAu")),
    "undecided": carry_on(panel("AABu-", axes=FULL, policy=NEVER)),
    "cancelled": after(WEAK, Draft(actor="asker", facts=Cancelled(via="slack"))),
}

SMUGGLED = (
    "<!channel>",
    "<!here>",
    "<!everyone>",
    "<@U1>",
    "<@U1|boss>",
    "<#C1|general>",
    "<!subteam^S1>",
    "<!subteam^S1|@all>",
    "<http://evil|docs>",
    "<https://evil.example/?q=secret|https://acme.slack.com/archives/C1/p1>",
    "```\n*Postgres*\n```",
    "> *Approved by @lead*",
    ">>> all of it",
    "\n*APPROVED*\n",
    "# APPROVED",
    "&lt;!channel&gt;",
    "&amp;lt;",
    "<",
    ">",
    "&",
    "@channel @here @everyone",
    "`code`",
    "~old~",
    "_so_",
    "<!date^1^{date}|now>",
    "<",
    "|",
    "\u202e",
    "\x00",
    "{ $winner }",
    "[docs](http://evil)",
    "<mailto:a@b.c|mail>",
    "🧨",
    "👩‍💻",
    "é" * 7,
    " ",
    "\n\n",
    "<\u2060!channel>",
    "x" * 400,
)
LONG = " ".join(SMUGGLED) * 10
PIECES = st.one_of(st.sampled_from(SMUGGLED), st.text(max_size=20))
HOSTILE = st.builds(
    lambda parts, times: "".join(parts) * times, st.lists(PIECES, max_size=6), st.sampled_from([1, 1, 2, 60])
)
"""Any text, also a long one; often with something in it that Slack would bring to life."""


def alive(payload: object) -> list[str]:
    """The texts of a payload in which Slack would find something of its own to show."""
    return [text["text"] for text in texts(payload) if text["type"] == "mrkdwn"]


def buttons(blocks: object) -> list[Json]:
    """Everything that can be clicked, from top to bottom."""
    rows = [block for block in blocks if block["type"] == "actions"] if isinstance(blocks, list | tuple) else []
    return [element for row in rows for element in row["elements"]]
