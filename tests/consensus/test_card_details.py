"""Behind a card stands everything: each round in order, people apart from agents, what was read, what it cost."""

from dataclasses import replace

import pytest

from consensus.card import Line, Person
from consensus.card.details import Quoted, Title, details
from consensus.decision import Decision
from consensus.events import (
    BallotWords,
    ContextTaken,
    ContextWords,
    CritiqueWords,
    Draft,
    ProposalMade,
    ProposalWords,
    Reason,
    Source,
    VoteCast,
)
from tests.fakes import START, after, ballot, opened, start
from tests.scenes import (
    BY_RULE,
    FULL,
    argue,
    by_engine,
    cast,
    close_early,
    closed,
    critique,
    debated,
    hear,
    panel,
    put_to_a_vote,
)


def told(decision: Decision) -> list[str]:
    """Titles in stars, quotations in quotes, sentences by their keys."""
    return [
        f"*{each.line.key}*" if isinstance(each, Title) else f'"{each.text}"' if isinstance(each, Quoted) else each.key
        for each in details(decision)
    ]


def lines(decision: Decision, key: str) -> list[dict[str, object]]:
    return [dict(each.params) for each in details(decision) if isinstance(each, Line) and each.key == key]


def erased(decision: Decision) -> Decision:
    """Facts without words."""
    return replace(decision, events=tuple(event.model_copy(update={"words": None}) for event in decision.events))


def test_a_decision_just_opened_has_its_options_and_its_cost() -> None:
    assert told(start(opened())) == [
        "*details-options*",
        "details-option",
        "details-option",
        "*details-read*",
        "details-sent",
        "*details-cost*",
        "line-calls",
        "line-cost",
        "line-probability",
        "line-record",
        "line-tokens",
    ]


def test_a_ballot_has_its_reasons_its_ranking_and_what_would_change_it() -> None:
    words = BallotWords(rationale="we know it", risks=("slow", "dear"), would_change="a drill")
    spoken = after(start(opened()), by_engine(ballot("s1", "o2", ranking=("o2", "o1")), words))

    said = told(after(spoken, by_engine(ballot("s2", "o1", None))))

    of_round = said[said.index("*progress-round*") : said.index("*details-read*")]
    assert of_round == [
        "*progress-round*",
        "details-ballot-sure",
        "details-ranking",
        '"we know it"',
        "details-risk",
        "details-risk",
        "line-would-change",
        "details-ballot",
        '""',
    ]
    assert lines(spoken, "details-ranking") == [{"ranking": "option o2 > option o1"}]


def test_scores_name_who_gave_them_and_what_was_not_scored() -> None:
    by_agents = lines(hear(start(opened()), "AA"), "line-axes")
    by_asker = lines(start(opened(axes=FULL.model_copy(update={"stakes": None}))), "line-axes")

    assert by_agents[0]["by"] == Line(key="details-by-agents", params={})
    assert by_asker[0]["by"] == Line(key="details-by-asker", params={})
    assert by_asker[0]["stakes"] == "?"


def test_a_debate_has_its_arguments_and_who_was_moved_by_which() -> None:
    argued = argue(panel("ABABn"), silent=1)
    final = hear(hear(argued, "B    ", 3, moved_by="arg-s2"), " A   ", 3, moved_by="no such argument")
    unmoved = hear(final, "  A", 3)

    assert lines(unmoved, "line-moved-by") == [{"argument": "s2 argues"}]
    assert len(lines(unmoved, "details-moved")) == 2
    assert len(lines(unmoved, "details-for")) == 4
    assert {"role": "user advocate", "cause": Line(key="cause-timeout", params={})} in lines(
        unmoved, "line-missing-seat"
    )


def test_what_was_erased_leaves_its_place_empty() -> None:
    voted = cast(put_to_a_vote(closed(panel("A-n!-"))), "o1")
    argued = after(
        panel("ABABA"), critique("s1"), critique("s2").model_copy(update={"words": CritiqueWords(arguments=())})
    )

    assert [each["text"] for each in lines(erased(argued), "details-for")] == ["", ""]
    assert [each["text"] for each in lines(argued, "details-for")] == ["s1 argues", ""]
    assert told(erased(voted)).count('""') == told(voted).count('""') - 1


def test_people_stand_apart_from_agents_and_a_hidden_vote_stays_hidden() -> None:
    stuck = closed(panel("A-n!-"))
    shown, hidden = put_to_a_vote(stuck), put_to_a_vote(stuck, hidden=True)
    with_reason = Draft(actor="ann", facts=VoteCast(choice="o1", via="terminal"), words=Reason(reason="cheaper"))

    said = told(after(shown, with_reason, Draft(actor="bob", facts=VoteCast(choice=None, via="terminal"))))

    assert said[said.index("*details-people*") :].count("details-vote") == 2
    assert '"cheaper"' in said
    assert lines(cast(shown, None), "details-vote") == [
        {"who": Person(id="ann"), "option": Line(key="button-abstain", params={})}
    ]
    assert "details-vote" not in told(cast(hidden, "o1"))


def test_what_was_read_is_named_with_what_was_taken_out() -> None:
    thread = Source(source="thread", ref="t", total=9, used=5, digest="d")
    paste = Source(source="file", ref="f", total=80, used=80, digest="d")
    taken = ContextTaken(sources=(thread, paste), cut=False, missing=("x", "y"), hidden=1)
    plain = taken.model_copy(update={"missing": (), "hidden": 0})
    wanting = start(opened(wants_context=True))

    said = told(after(wanting, by_engine(taken, ContextWords(sources=("a", "b")))))
    quiet = told(after(wanting, by_engine(plain, ContextWords(sources=("a", "b")))))

    assert said[said.index("*details-read*") : said.index("*details-cost*")] == [
        "*details-read*",
        "details-sent",
        "details-messages",
        "details-characters",
        "line-read-missing",
        "details-cleaned",
    ]
    assert {"line-read-missing", "details-cleaned"}.isdisjoint(quiet)


@pytest.mark.parametrize(
    ("words", "shown"),
    [
        (ProposalWords(raw="either\n\nneither"), ["*details-moderator*", '"either\n\nneither"']),
        (ProposalWords(raw="{}", reason="easier to undo"), ["*details-moderator*", '"easier to undo"']),
        (ProposalWords(), []),
        (None, []),
    ],
)
def test_hard_case_77_what_the_moderator_said_is_shown(words: ProposalWords | None, shown: list[str]) -> None:
    facts = ProposalMade(by="moderator", option=None, tied=("o1", "o2"), approvers=(), deadline=START)

    said = told(after(closed(debated("ABAB-", "ABAB-")), by_engine(facts, words)))

    last = max(place for place, each in enumerate(said) if each == "line-missing-seat")
    assert said[last + 1 : said.index("*details-read*")] == shown


def test_hard_case_47_the_list_of_voters_is_shown_as_it_was_frozen() -> None:
    decision = put_to_a_vote(closed(panel("AABB-")), why="tied")
    [electorate] = lines(decision, "vote-electorate")
    voters = decision.people.votes[0].opened.facts.voters

    assert electorate["who"] == tuple(Line(key="approval-person", params={"who": Person(id=each)}) for each in voters)


def test_hard_case_47_who_was_left_out_is_counted_and_a_large_list_has_no_names() -> None:
    many = tuple(f"p{number}" for number in range(201))
    decision = put_to_a_vote(closed(panel("AABB-")), why="tied", voters=many, excluded=2)

    assert lines(decision, "vote-electorate") == []
    assert lines(decision, "vote-excluded") == [{"count": 2}]


def test_by_which_rule_people_voted_is_said_once_while_it_is_open_and_when_it_is_closed() -> None:
    decision = put_to_a_vote(closed(panel("AABB-")), why="tied", **BY_RULE)
    ended = close_early(cast(decision, "o1", "o1", "o1"))

    assert lines(decision, "vote-electorate") == []
    assert [each["count"] for each in lines(decision, "vote-by-rule")] == [812]
    assert [each["count"] for each in lines(ended, "vote-by-rule")] == [812]
