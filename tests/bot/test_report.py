"""What scripts are given of a decision: names instead of ids, shares from 0 to 1, and null for what is not known."""

import pytest

from bot.report import Json, report
from consensus.decision import Decision
from consensus.events import Axes, Usage
from tests.fakes import after, ballot, opened, start
from tests.scenes import (
    BY_RULE,
    PEOPLE,
    advise,
    answer,
    by_engine,
    carry_on,
    cast,
    debated,
    hear,
    panel,
    put_to_a_vote,
    silence,
)

WEAK = "ABCDA"


def test_before_anybody_is_heard_nothing_is_known() -> None:
    found = report(start(opened()))

    assert (found["status"], found["verdict"], found["panel"], found["qualification"], found["rounds"]) == (
        "deliberating",
        None,
        None,
        None,
        [],
    )
    assert found["usage"] == {"calls": 0, "tokens_in": 0, "tokens_out": 0, "cost_usd": 0}


def test_an_unknown_price_is_null_and_a_known_one_is_dollars() -> None:
    priced = ballot("s1", "o1", usage=Usage(calls=1, tokens_in=10, tokens_out=2, cost=1500))
    unknown = ballot("s2", "o1", usage=Usage(calls=2, cost=None))

    one = report(after(start(opened()), by_engine(priced)))["usage"]
    both = report(after(start(opened()), by_engine(priced), by_engine(unknown)))["usage"]

    assert one == {"calls": 1, "tokens_in": 10, "tokens_out": 2, "cost_usd": 0.0015}
    assert (both["calls"], both["cost_usd"]) == (3, None)


def test_a_missing_confidence_and_a_ranking_are_told_as_they_are() -> None:
    facts = ballot("s1", "o2", None, ranking=("o2", "o1"))

    told = report(after(start(opened()), by_engine(facts)))["rounds"][0]["ballots"][0]

    assert (told["choice"], told["confidence"], told["ranking"]) == ("option o2", None, ["option o2", "option o1"])


@pytest.mark.parametrize(("axes", "by"), [(None, "agents"), (Axes(uncertainty=1, stakes=1, plurality=0), "stated")])
def test_the_axes_say_who_scored_them(axes: Axes | None, by: str) -> None:
    found = report(hear(start(opened(axes=axes)), "AA"))

    assert found["qualification"]["by"] == by


def test_the_stages_of_a_debate_are_those_of_its_rounds() -> None:
    found = report(debated("ABABn", "ABABA"))

    assert [each["stage"] for each in found["rounds"]] == ["full_vote", "full_debate", "full_debate"]
    assert [each["option"] for each in found["rounds"][1]["critiques"][0]["arguments"]] == ["option o1"]


def test_an_abstention_names_its_cause_and_what_was_carried_over() -> None:
    decision = after(debated("ABABn", "ABAB"), by_engine(silence("s5", "empty", 3)))

    last = report(decision)["rounds"][-1]["abstentions"]

    assert last == [{"seat": "s5", "role": "user advocate", "cause": "empty", "carried_from": None}]


def weak_vote(*, hidden: bool = False) -> Decision:
    return put_to_a_vote(carry_on(panel("AB---", 2)), hidden=hidden)


def vote_of(decision: Decision) -> Json:
    told: Json = report(decision)["people"]["vote"]
    return told


def test_an_open_vote_counts_each_option() -> None:
    told = vote_of(cast(weak_vote(), "o1", "o2"))

    assert (told["state"], told["voted"], told["eligible"], told["quorum"]) == ("open", 2, len(PEOPLE.voters), 3)
    assert told["tally"] == {"option o1": 1, "option o2": 1}


def test_a_vote_by_rule_names_its_rule_and_how_many_could_vote_when_it_opened() -> None:
    listed, by_rule = vote_of(weak_vote()), vote_of(put_to_a_vote(carry_on(panel("AB---", 2)), **BY_RULE))

    assert (listed["by_rule"], listed["eligible"]) == (None, len(PEOPLE.voters))
    assert (by_rule["by_rule"], by_rule["eligible"]) == ("members", 812)


def test_a_hidden_tally_stays_hidden_while_the_vote_is_open() -> None:
    assert vote_of(cast(weak_vote(hidden=True), "o1"))["tally"] is None


def test_advice_is_counted_apart_and_hidden_with_the_tally() -> None:
    assert vote_of(advise(weak_vote(), "dan", "o2"))["advisory"] == {"option o1": 0, "option o2": 1}
    assert vote_of(advise(weak_vote(), "dan", "o2"))["tally"] == {"option o1": 0, "option o2": 0}
    assert vote_of(advise(weak_vote(hidden=True), "dan", "o2"))["advisory"] is None


def test_an_approved_proposal_is_a_verdict_that_needs_no_review() -> None:
    decision = carry_on(answer(carry_on(debated("ABABn", "ABABn"), named="o2"), approve=True))

    found = report(decision)

    assert (found["verdict"]["winner"], found["verdict"]["decided_by"], found["verdict"]["proposed_by"]) == (
        "option o2",
        "human_approval",
        "moderator",
    )
    assert found["people"]["proposal"]["answer"] == "approved"
    assert found["panel"]["tied"] == ["option o1", "option o2"]


def test_a_dissent_stands_in_the_minority_report() -> None:
    found = report(carry_on(panel("ABAAA")))

    assert found["verdict"]["minority_report"]["options"] == ["option o2"]
    assert len(found["verdict"]["minority_report"]["rationales"]) == 1


def test_a_fact_ends_without_strength() -> None:
    facts = [ballot(seat, "o1", axes=Axes(uncertainty=0, stakes=0, plurality=0)) for seat in ("s1", "s2")]
    decision = carry_on(after(start(opened(options_stated=False)), *map(by_engine, facts)))

    found = report(decision)

    assert (found["status"], found["verdict"]["winner"], found["verdict"]["strength"]) == ("not_needed", None, None)
