"""What surfaces show: every sentence is in both catalogues with just the variables that it takes."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import cache

import pytest
from fluent.syntax import FluentParser, ast
from fluent.syntax.visitor import Visitor
from inline_snapshot import snapshot
from pydantic import BaseModel

from bot.texts import catalogue, source
from consensus.card import Action, Card, make_card, render
from consensus.card.lines import Line, Moment, Money, Person, line
from consensus.card.reading import amounts
from consensus.decision import Decision
from consensus.events import (
    ENGINE,
    Argument,
    Axes,
    BallotWords,
    Cancelled,
    ContextTaken,
    CritiqueWords,
    Draft,
    Erased,
    HeadMoved,
    OutcomeRecorded,
    Policy,
    ProposalMade,
    Reason,
    Source,
    Superseded,
    Usage,
    VoteCast,
    VoteOpened,
)
from consensus.panel.agents import Language
from tests.fakes import START, after, ballot, opened, seat, start
from tests.scenes import (
    BY_RULE,
    DAY,
    FULL,
    LATER,
    act,
    advise,
    answer,
    argue,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    critique,
    debated,
    flagged,
    hear,
    panel,
    put_to_a_vote,
    silence,
    take_context,
)

FACT = Axes(uncertainty=0, stakes=1, plurality=1)
NEVER = {"human": "never", "debate": "off"}


def never(resort: str) -> Policy:
    return Policy.model_validate(NEVER | {"last_resort": resort})


def spoken(voices: str) -> Decision:
    """A panel that gives reasons."""
    decision = start(opened(policy=Policy(debate="off"), axes=FULL))
    for place, voice in enumerate(voices):
        words = BallotWords(rationale=f"reason {place + 1}", would_change="a failed drill" if place % 2 else "")
        facts = ballot(f"s{place + 1}", f"o{'AB'.index(voice) + 1}", 900 - place).model_copy(
            update={"family": "m" if place % 2 else "n"}
        )
        decision = after(decision, by_engine(facts, words))
    return decision


def in_pairs(*rankings: str) -> Decision:
    """A panel that ranks three options."""
    decision = start(opened(3, axes=FULL, policy=Policy(rule="borda", debate="off")))
    for place, ranking in enumerate(rankings, start=1):
        order = tuple(ranking.split())
        decision = after(decision, by_engine(ballot(f"s{place}", order[0], ranking=order)))
    return decision


def cancelled(decision: Decision) -> Decision:
    return after(decision, Draft(actor="asker", facts=Cancelled(via="terminal")))


def reasoned(decision: Decision) -> Decision:
    return after(
        decision, Draft(actor="ann", facts=VoteCast(choice="o2", via="terminal"), words=Reason(reason="cheaper"))
    )


def outcome(decision: Decision, what: str, reason: str = "") -> Decision:
    facts = OutcomeRecorded.model_validate({"outcome": what})
    return act(decision, Draft(actor="dan", facts=facts, words=Reason(reason=reason)))


def argued() -> Decision:
    """A tie of two options of three: the first is argued against, the second has a risk, the third has nothing."""
    decision = panel("ABABC", 3, safety_order=("o2", "o1", "o3"), policy=Policy(rule="majority"))
    against = Argument(id="arg", option="o1", stance="against")
    said = critique("s1", arguments=(against,)).model_copy(
        update={"words": CritiqueWords(arguments=("locks a table",))}
    )
    decision = after(decision, said, *(critique(f"s{place}") for place in range(2, 6)))
    for place, voice in enumerate("ABABC"):
        words = BallotWords(rationale=f"reason {place + 1}", risks=(f"risk {place + 1}",))
        decision = after(decision, by_engine(ballot(f"s{place + 1}", f"o{'ABC'.index(voice) + 1}", round_=3), words))
    return carry_on(decision)


OLD, NEW = "abc1234" + "0" * 33, "def5678" + "0" * 33


def read_at(head: str) -> Decision:
    """A decision whose context was read at that head."""
    return take_context(start(opened(wants_context=True)), head_sha=head)


def pushed(decision: Decision) -> Decision:
    return after(decision, by_engine(HeadMoved(before=OLD, after=NEW)))


WEAK = carry_on(debated("ABA--", "ABA--"))
TIE = carry_on(debated("ABAB-", "ABAB-", safety_order=("o2", "o1")))
LIMBO = closed(panel("A-n!-"))
READ = Source(source="thread", ref="1", total=212, used=141, digest="d")
FILE = READ.model_copy(update={"source": "file"})
WEAK_PANEL = closed(debated("ABA--", "ABA--"))
PROPOSES = ProposalMade(by="moderator", option="o1", tied=("o1", "o2"), approvers=("dan",), deadline=START + DAY)
NOBODY_APPROVES = by_engine(
    ProposalMade(by="moderator", option="o1", tied=("o1", "o2"), approvers=(), deadline=START + DAY)
)
STATES = {
    "just opened": start(opened()),
    "being heard": hear(start(opened()), "A"),
    "arguing": argue(panel("ABABn")),
    "rehearsed": carry_on(
        hear(
            start(opened(roster=tuple(seat(place, family="rehearsal") for place in range(5)))), "AA", family="rehearsal"
        )
    ),
    "quick": carry_on(hear(start(opened()), "AA")),
    "strong": carry_on(spoken("AAAAB")),
    "unanimous": carry_on(spoken("AAAAA")),
    "debated": carry_on(debated("ABABn", "AAAA-")),
    "fact with options": carry_on(hear(start(opened()), "AA", axes=FACT)),
    "not needed": carry_on(hear(start(opened(options_stated=False)), "AA", axes=FACT)),
    "weak": WEAK,
    "weak by two thirds": carry_on(panel("AAABB", axes=FULL, policy=Policy(rule="supermajority", debate="off"))),
    "hidden vote": put_to_a_vote(LIMBO, hidden=True),
    "by rule": put_to_a_vote(LIMBO, **BY_RULE),
    "advised": advise(advise(advise(WEAK, "dan", "o2"), "eve", "o2"), "asker", None),
    "advised and closed": carry_on(close_early(cast(advise(WEAK, "dan", "o1"), "o2", "o2", "o1"))),
    "voted": reasoned(WEAK),
    "vote won": carry_on(close_early(cast(WEAK, "o2", "o2", "o1"))),
    "vote without quorum": carry_on(cast(WEAK, "o2"), LATER),
    "vote without winner": carry_on(close_early(cast(put_to_a_vote(LIMBO, quorum=2), "o1", "o2"))),
    "proposal after a vote": carry_on(
        close_early(cast(put_to_a_vote(closed(debated("ABA--", "ABA--")), quorum=2), "o1", "o2"))
    ),
    "tied": TIE,
    "tied, waiting for the moderator": closed(debated("ABAB-", "ABAB-")),
    "moderator named": carry_on(debated("ABAB-", "ABAB-"), named="o1"),
    "tied, voting": carry_on(debated("ABAB-", "ABAB-")),
    "approved": carry_on(answer(TIE, approve=True)),
    "rejected": carry_on(answer(TIE, approve=False)),
    "no quorum": LIMBO,
    "nobody answered": closed(panel("-----")),
    "options rejected": carry_on(panel("AnnAu")),
    "flagged": carry_on(flagged("AAAAA")),
    "always": carry_on(panel("AAAAB", axes=FULL, policy=Policy(human="always"))),
    "about a person": carry_on(hear(start(opened()), "AA", about_person=True)),
    "undecided": carry_on(panel("AABu-", axes=FULL, policy=never("none"))),
    "safest": carry_on(panel("AABB-", axes=FULL, policy=never("safest"), safety_order=("o2", "o1"))),
    "drawn": carry_on(panel("AABB-", axes=FULL, policy=never("draw"))),
    "cancelled": cancelled(WEAK),
    "cancelled after a result": cancelled(put_to_a_vote(carry_on(spoken("AAAAB")))),
    "nobody may vote": put_to_a_vote(WEAK_PANEL, voters=(), quorum=1),
    "nobody may approve": after(closed(debated("ABAB-", "ABAB-")), NOBODY_APPROVES),
    "expired": carry_on(TIE, LATER),
    "superseded": after(carry_on(spoken("AAAAB")), Draft(actor="asker", facts=Superseded(successor="D-2"))),
    "expired proposal": carry_on(argued(), LATER),
    "for and against": argued(),
    "cancelled proposal": cancelled(TIE),
    "undecided, all abstained": carry_on(cast(put_to_a_vote(WEAK_PANEL), None, None, None), START + DAY // 2),
    "overridden": outcome(carry_on(spoken("AAAAB")), "overridden", "the licence ran out"),
    "held": outcome(carry_on(spoken("AAAAB")), "held"),
    "stale": pushed(carry_on(hear(read_at(OLD), "AA"))),
    "reopened": put_to_a_vote(carry_on(spoken("AAAAB"))),
    "budget": closed(start(opened(policy=Policy(budget=0)))),
    "unpriced": carry_on(hear(start(opened()), "AA", usage=Usage(calls=1, cost=None))),
    "context": carry_on(
        hear(take_context(start(opened(wants_context=True)), sources=(READ,), cut=True, hidden=1, masked=1), "AA")
    ),
    "debate failed": carry_on(argue(panel("ABABn"), 5)),
    "borda": carry_on(panel("AABBC", 3, axes=FULL, policy=Policy(debate="off"))),
    "borda against the pairs": carry_on(in_pairs("o1 o2 o3", "o1 o2 o3", "o1 o2 o3", "o2 o3 o1", "o2 o3 o1")),
    "weighted": carry_on(
        panel("AABBB", roster=tuple(seat(place, weight=2000 if place < 2 else 1000) for place in range(5)))
    ),
    "confident": carry_on(
        hear(
            start(opened(axes=FULL, policy=Policy(rule="confidence_weighted", debate="off"))), "AABBB", confidence=None
        )
    ),
}


class Variables(Visitor):
    """The names of the variables in one message."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 -- the visitor's own name
        self.names.add(node.id.name)


@cache
def variables(lang: Language) -> dict[str, frozenset[str]]:
    """What every message of the card's catalogue takes."""
    found = {}
    for entry in FluentParser().parse(source(lang, "card").read_text(encoding="utf-8")).body:
        if isinstance(entry, ast.Message):
            visitor = Variables()
            visitor.visit(entry)
            found[entry.id.name] = frozenset(visitor.names)
    return found


def lines(value: object) -> Iterator[Line]:
    """Every sentence of a card, those inside others too."""
    if isinstance(value, Line):
        yield value
        yield from lines(tuple(value.params.values()))
    elif isinstance(value, BaseModel):
        yield from lines(tuple(getattr(value, name) for name in type(value).model_fields))
    elif isinstance(value, tuple):
        for each in value:
            yield from lines(each)


@dataclass(frozen=True)
class Voice:
    """A surface that shows times, people and money as plainly as can be."""

    lang: Language

    def __call__(self, key: str, **params: str | int) -> str:
        return catalogue(self.lang)(key, **params)

    def show(self, value: Moment | Person | Money) -> str:
        match value:
            case Moment():
                return f"+{(value.at - START) // 3600_000_000} h"
            case Person():
                return f"@{value.id}"
        return f"${value.amount or 0} millionths"


def words(card: Card, lang: Language = "en") -> list[str]:
    """The card as text, one sentence a line."""
    parts: Iterable[tuple[Line, ...]] = (
        card.banner, (card.headline, card.asked), card.why, card.objections, card.measures,
        card.people, card.notes, card.footer,
    )  # fmt: skip
    return [render(each, Voice(lang)) for part in parts for each in part]


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_every_sentence_is_in_both_catalogues_with_just_its_variables(decision: Decision, lang: Language) -> None:
    known = variables(lang)
    said = {(each.key.replace("_", "-"), frozenset(each.params)) for each in lines(make_card(decision))}

    assert {(key, params) for key, params in said if known.get(key) != params} == set()


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_every_card_can_be_read_aloud(decision: Decision, lang: Language) -> None:
    said = words(make_card(decision), lang)

    assert all(said)
    assert not any("{" in each for each in said)


def _by_rule(via: str) -> VoteOpened:
    [vote] = STATES["by rule"].people.votes
    return vote.opened.facts.model_copy(update={"via": via})


def test_a_large_vote_says_by_which_rule_people_vote() -> None:
    asked_there = act(
        carry_on(panel("AAAAA", axes=FULL, places=("slack:T1:C1:1", "github:1:2"))),
        Draft(actor="asker", facts=_by_rule("github")),
    )
    in_slack, on_github = words(make_card(STATES["by rule"])), words(make_card(asked_there))

    assert "Voted: 0 of 812 people (3 needed)" in in_slack
    assert "Who can vote: members of this channel, checked at each vote (812 when it opened)" in in_slack
    assert "Who can vote: people with write access, checked at each vote (812 when it opened)" in on_github


SHOWN = ("strong", "weak", "tied", "vote won", "no quorum", "not needed")


def test_cards_read_as_published() -> None:
    said = {state: words(make_card(STATES[state]).model_copy(update={"footer": ()})) for state in SHOWN}

    assert said == snapshot(
        {
            "strong": [
                "option o1 · strong · 4 of 5 agents",
                "D-1 · asked by @asker",
                "Why: reason 1",
                'Against, for option o2 (user advocate): "reason 5"',
                "2 agents would have to change their minds to unseat it",
                "rule: majority",
                "blind vote, no debate",
                "2 model families",
                "agreement 0.8 (heads) and support 0.719 (confidence), both over 5 asked",
                "At least two thirds of the panel agree",
            ],
            "weak": [
                "Your vote is needed · the panel leans to option o1, weakly: 2 of 5, more than half needs 3",
                "D-1 · asked by @asker",
                "rule: majority",
                "after a debate",
                "2 model families",
                "agreement 0.4 (heads) and support 0.36 (confidence), both over 5 asked",
                "The panel's result is weak",
                "Voted: 0 of 3 people (3 needed)",
                "more than half of the votes decides",
                "open until +72 h",
                "change your vote until then",
                "no winner → a proposal to approve",
                "No option has more than half of the panel",
                "At least one agent did not answer",
                "Without a choice: neutral analyst (timed out), user advocate (timed out)",
            ],
            "tied": [
                "Tied 2 : 2 after a debate · proposal: option o2, the safer option as declared",
                "D-1 · asked by @asker",
                "rule: majority",
                "after a debate",
                "2 model families",
                'asked as: "Which one?" (exact words)',
                "Other tied option: option o1",
                "Approvers: @dan, @eve",
                "first answer counts",
                "until +24 h",
                "then: ends without a decision",
                "Several options lead together",
                "At least one agent did not answer",
                "Without a choice: user advocate (timed out)",
            ],
            "vote won": [
                "option o2 · moderate · 2 of 3 votes",
                "D-1 · asked by @asker",
                'Against, for option o1 (risk analyst): ""',
                'Against, for option o1 (devil\'s advocate): ""',
                "One vote would have to change to unseat it",
                "rule: majority",
                "after a debate",
                "2 model families",
                "agreement 0.4 (heads) and support 0.36 (confidence), both over 5 asked",
                "option o2 won the vote: 2 of 3",
                "No option has more than half of the panel",
                "At least one agent did not answer",
                "Without a choice: neutral analyst (timed out), user advocate (timed out)",
            ],
            "no quorum": [
                "No result: only 1 of 5 agents answered, 3 are needed",
                "D-1 · asked by @asker",
                "rule: majority",
                "blind vote, no debate",
                "1 model family",
                "The ones that answered: option o1 1 – not counted as a result.",  # noqa: RUF001 -- as published
                "nobody was called to vote",
                "ends without a decision +24 h if nothing is chosen",
                "At least one agent did not answer",
                "All agents are of one model family",
                "Without a choice: optimist (timed out), devil's advocate (none of these), neutral analyst (provider error), user advocate (timed out)",  # noqa: E501 -- one sentence
            ],
            "not needed": [
                "Looks like a fact, not a judgement",
                "D-1 · asked by @asker",
                "Somebody can look it up (uncertainty 0 of 3, stakes 1, plurality 1; both agents say so).",
                "Nothing was spent beyond these two ballots.",
            ],
        }
    )


def acts(state: str) -> list[str]:
    """What people can do, with the option where one is meant."""
    return [f"{act.verb} {act.option or ''}".strip() for act in make_card(STATES[state]).actions]


@pytest.mark.parametrize(
    ("state", "verbs"),
    [
        ("just opened", ["cancel"]),
        ("strong", ["vote", "outcome"]),
        ("weak", ["cast o1", "cast o2", "abstain"]),
        ("tied", ["approve o2", "vote", "reject o2"]),
        ("no quorum", ["rerun", "vote", "cancel"]),
        ("not needed", ["run"]),
        ("undecided", ["reopen", "rerun", "outcome"]),
        ("overridden", ["vote"]),
        ("superseded", ["show"]),
        ("cancelled", ["rerun"]),
        ("nobody may vote", ["cancel"]),
        ("nobody may approve", ["vote"]),
    ],
)
def test_every_state_offers_what_people_can_do(state: str, verbs: list[str]) -> None:
    assert acts(state) == verbs


@pytest.mark.parametrize("state", ["nobody may vote", "nobody may approve"])
def test_a_card_that_nobody_may_answer_says_so(state: str) -> None:
    shown = make_card(STATES[state])

    said = {each.key for each in lines(shown)}

    assert {"vote-nobody", "approval-nobody"} & said
    assert not {"headline-leans", "headline-vote-after", "vote-count", "approval-first"} & said


@pytest.mark.parametrize(
    ("state", "found"), [("cancelled", "headline-weak"), ("cancelled after a result", "line-recommends")]
)
def test_a_cancelled_decision_still_shows_what_the_panel_found(state: str, found: str) -> None:
    shown = make_card(STATES[state])

    assert (shown.headline.key, [each.key for each in shown.why]) == ("headline-cancelled", [found, "vote-called-off"])
    assert "line-flips" not in {each.key for each in shown.measures}


def test_what_a_push_replaced_was_cancelled_by_nobody() -> None:
    replaced = after(WEAK, Draft(actor=ENGINE, facts=Cancelled(via="github-push"), words=Reason()))

    assert make_card(replaced).headline == Line(key="headline-pushed", params={})


def test_what_was_read_is_measured_in_its_own_units() -> None:
    kinds = ("thread", "file", "pull", "comments", "reviews", "files", "linked")
    sources = [READ.model_copy(update={"source": kind}) for kind in kinds]
    read = carry_on(hear(take_context(start(opened(wants_context=True)), sources=tuple(sources)), "AA"))

    said = [render(each, Voice("en")) for each in make_card(read).footer if each.key == "line-read"]

    whole = "Read 141 of 212 messages, 282 of 424 characters, 282 of 424 comments, 141 of 212 files, 141 of 212 linked"
    assert said == [f"{whole} issues → m1, n1"]


def test_the_card_says_what_could_not_be_read_and_not_that_nothing_was_there() -> None:
    unread = take_context(start(opened(wants_context=True)), missing=("thread",))

    for decision in (unread, carry_on(hear(unread, "AA"))):
        card = make_card(decision)
        assert "Could not be read: thread" in [render(each, Voice("en")) for each in card.notes]
        assert "line-read" not in [each.key for each in card.footer]


def test_what_was_read_whole_is_one_number() -> None:
    sources = [READ.model_copy(update={"source": kind, "used": 212}) for kind in ("files", "comments")]

    said = [render(each, Voice("en")) for each in amounts(ContextTaken(sources=tuple(sources), cut=False))]

    assert said == ["212 files", "212 comments"]


def test_that_nothing_was_read_is_said_too() -> None:
    assert [each.params for each in amounts(ContextTaken(sources=(), cut=False))] == [{"count": 0}]


def test_a_vote_is_closed_early_once_it_has_a_quorum() -> None:
    voted = make_card(cast(WEAK, "o1", "o2", "o1"))

    assert [act.verb for act in voted.actions][-1] == "close"


@pytest.mark.parametrize("state", ["cancelled", "expired"])
def test_an_ended_card_asks_nobody_for_anything(state: str) -> None:
    said = {each.key for each in lines(make_card(STATES[state]).people)}

    assert not {"vote-until", "vote-count", "approval-until", "approval-approvers"} & said


def test_agents_and_people_are_counted_apart() -> None:
    sides = make_card(STATES["voted"]).sides

    assert [(side.text, side.agents, side.votes) for side in sides] == [("option o1", 2, 0), ("option o2", 1, 1)]
    assert sides[1].reason == "cheaper"


def test_a_hidden_tally_stays_hidden_until_the_vote_closes() -> None:
    voting = cast(STATES["hidden vote"], "o1", "o1", "o2")
    spoken_ = after(voting, Draft(actor="ann", facts=VoteCast(choice="o2", via="x"), words=Reason(reason="secret")))
    ended = make_card(close_early(spoken_))

    assert [side.votes for side in make_card(voting).sides] == [None, None]
    assert all(side.reason != "secret" for side in make_card(spoken_).sides)
    assert [side.votes for side in ended.sides] == [1, 2]
    assert ended.sides[1].reason == "secret"


def test_an_approver_reads_what_speaks_for_and_against_each_tied_option() -> None:
    sides = make_card(STATES["for and against"]).sides

    assert [(side.reason, side.against) for side in sides] == [
        ("reason 1", "locks a table"),
        ("reason 2", "risk 2"),
        ("reason 5", ""),
    ]
    assert all(not side.against for side in make_card(STATES["expired proposal"]).sides)


def test_of_several_arguments_that_of_the_first_seat_stands_whoever_was_faster() -> None:
    decision = panel("ABAB-", safety_order=("o2", "o1"))
    against = (Argument(id="arg", option="o1", stance="against"),)
    said = [
        critique(f"s{place}", arguments=against).model_copy(
            update={"words": CritiqueWords(arguments=(f"objection {place}",))}
        )
        for place in (5, 2, 4, 1, 3)
    ]

    tied = carry_on(hear(after(decision, *said), "ABAB-", 3))

    assert make_card(tied).sides[0].against == "objection 1"


def test_without_an_argument_or_a_risk_the_best_reason_for_another_option_speaks_against_one() -> None:
    decision = after(closed(after(spoken("AABB"), by_engine(silence("s5")))), by_engine(PROPOSES))

    assert [side.against for side in make_card(decision).sides] == ["reason 3", "reason 1"]


def test_who_approves_reads_the_question_to_the_letter() -> None:
    assert 'asked as: "Which one?" (exact words)' in words(make_card(STATES["tied"]))
    assert "line-asked-as" not in {each.key for each in make_card(STATES["approved"]).measures}
    assert "line-asked-as" not in {each.key for each in make_card(STATES["expired"]).measures}


@pytest.mark.parametrize(
    ("state", "headline", "why"),
    [
        (
            "vote without quorum",
            "No decision: 1 of 3 needed votes by +72 h",
            "The panel leaned to option o1 (weak: 2 of 5, 3 were needed)",
        ),
        (
            "undecided, all abstained",
            "No decision: 0 of 3 needed votes by +12 h",
            "The panel leaned to option o1 (weak: 2 of 5, 3 were needed)",
        ),
        ("expired", "No decision: nobody answered the proposal by +24 h", "Tied 2 : 2 after a debate"),
        ("undecided", "No decision", "The panel leaned to option o1 (weak: 2 of 5, 3 were needed)"),
    ],
)
def test_a_card_without_a_decision_says_what_did_not_come(state: str, headline: str, why: str) -> None:
    card = make_card(STATES[state])
    said = words(card)

    assert (said[0], render(card.why[0], Voice("en"))) == (headline, why)
    assert "vote-no-quorum" not in {each.key for each in card.people}


@pytest.mark.parametrize(
    ("state", "off"),
    [
        ("cancelled", "The vote is off: nobody needs to vote any more."),
        ("cancelled proposal", "The proposal is off: nobody needs to answer it any more."),
    ],
)
def test_a_cancelled_card_says_that_nobody_is_called_any_more(state: str, off: str) -> None:
    assert off in words(make_card(STATES[state]))


def test_what_was_decided_otherwise_stands_first() -> None:
    said, held = words(make_card(STATES["overridden"])), words(make_card(STATES["held"]))

    assert said[0] == "The team decided otherwise"
    assert "What came of it: decided otherwise (recorded by @dan, +0 h)" in said
    assert '"the licence ran out"' in said
    assert "What came of it: it held (recorded by @dan, +0 h)" in held
    assert "The team decided otherwise" not in held


def test_a_replaced_card_leads_to_its_successor() -> None:
    assert make_card(STATES["superseded"]).actions == (Action(verb="show", decision="D-2"),)


def test_advice_stands_beside_the_count() -> None:
    advised, closed_ = make_card(STATES["advised"]), make_card(STATES["advised and closed"])

    assert "Advisory, not counted: option o2 2" in words(advised)
    assert [side.votes for side in advised.sides] == [0, 0]
    assert "Advisory, not counted: option o1 1" in words(closed_)
    assert closed_.headline.params["base"] == line("base-votes", k=2, cast=3)


def test_advice_is_hidden_with_the_tally() -> None:
    advised = advise(STATES["hidden vote"], "dan", "o1")
    ended = close_early(cast(advised, "o1", "o1", "o2"))

    assert "vote-advisory" not in {each.key for each in make_card(advised).people}
    assert "vote-advisory" in {each.key for each in make_card(ended).people}


def test_hard_case_36_a_push_marks_the_card_before_anything_else() -> None:
    card = make_card(STATES["stale"])

    assert words(card)[0] == "This was about abc1234; the head is now def5678. Ask again: /consensus rerun D-1"
    assert make_card(pushed(read_at(OLD))).banner == ()


def test_another_target_branch_marks_the_card_although_the_head_is_the_same() -> None:
    decided = carry_on(hear(read_at(OLD), "AA"))
    card = make_card(after(decided, by_engine(HeadMoved(before=OLD, after=OLD, base=NEW))))

    assert words(card)[0] == "The target branch was changed since. Ask again: /consensus rerun D-1"


def test_a_successor_says_more_than_a_push() -> None:
    replaced = after(STATES["stale"], Draft(actor="asker", facts=Superseded(successor="D-2")))

    assert [each.key for each in make_card(replaced).banner] == ["headline-superseded"]


def test_the_surest_agent_gives_the_reason() -> None:
    assert [side.reason for side in make_card(STATES["strong"]).sides] == ["reason 1", "reason 5"]


def test_hard_case_77_a_card_says_that_the_moderator_proposes_nothing() -> None:
    said = {
        state: "line-no-proposal" in {note.key for note in make_card(STATES[state]).notes}
        for state in ("tied", "tied, waiting for the moderator", "moderator named", "tied, voting")
    }

    assert [state for state, is_said in said.items() if is_said] == ["tied, voting"]


def test_before_the_panel_closes_no_side_is_shown() -> None:
    assert make_card(STATES["arguing"]).sides == ()


def test_a_verdict_that_a_reopened_vote_left_alone_keeps_its_base() -> None:
    won = STATES["vote won"]
    again = carry_on(cast(put_to_a_vote(won, at=LATER), "o1", at=LATER), LATER + 7 * DAY)

    assert make_card(again).headline == make_card(won).headline


def test_the_base_of_a_vote_is_the_vote_that_was_won() -> None:
    undecided = STATES["vote without quorum"]
    again = close_early(cast(put_to_a_vote(undecided, at=LATER), "o2", "o2", "o1", at=LATER), LATER)

    assert words(make_card(carry_on(again, LATER)))[0] == "option o2 · moderate · 2 of 3 votes"


def test_while_two_are_asked_two_are_counted() -> None:
    pair, rest = make_card(STATES["being heard"]), make_card(hear(start(opened()), "AB"))

    assert line("progress-heard", heard=1, asked=2) in pair.measures
    assert line("progress-heard", heard=2, asked=5) in rest.measures


def test_where_confidence_counts_a_ballot_without_it_makes_no_quorum() -> None:
    assert make_card(STATES["confident"]).headline == line("headline-no-quorum", cast=0, asked=5, needed=3)


def test_a_decision_whose_words_are_erased_can_be_shown() -> None:
    erased = after(STATES["strong"], Draft(actor="asker", facts=Erased(seqs=tuple(range(1, 9)), scope="all")))
    silent = tuple(event.model_copy(update={"words": None}) if event.seq < 9 else event for event in erased.events)
    card = make_card(replace(erased, events=silent))

    assert card.question == ""
    assert words(card)[0] == "o1 · strong · 4 of 5 agents"


def test_a_score_is_written_as_people_write_it() -> None:
    assert make_card(STATES["borda"]).headline.params["panel"] == line(
        "headline-tied", score="5.5 : 5.5", stage="full_vote"
    )


def test_lists_of_sentences_are_joined_and_values_are_shown_by_the_surface() -> None:
    who = tuple(line("approval-person", who=Person(id=name)) for name in ("ann", "bob"))

    assert render(line("approval-approvers", approvers=who), Voice("en")) == "Approvers: @ann, @bob"
    assert render(line("vote-until", deadline=Moment(at=START + DAY)), Voice("en")) == "open until +24 h"
    assert render(line("line-cost", cost=Money(amount=5)), Voice("en")) == "$5 millionths"


@pytest.mark.parametrize(
    ("decision", "source"),
    [
        (put_to_a_vote(WEAK_PANEL, quorum=2), "the one the panel leaned to, as the vote was tied"),
        (
            put_to_a_vote(closed(debated("ABAB-", "ABAB-", safety_order=("o2", "o1"))), quorum=2),
            "the safer option as declared, as the vote was tied",
        ),
    ],
)
def test_a_proposal_after_a_tied_vote_says_that_the_vote_was_tied(decision: Decision, source: str) -> None:
    proposed = carry_on(close_early(cast(decision, "o1", "o2")))

    assert render(make_card(proposed).headline, Voice("en")).endswith(source)
