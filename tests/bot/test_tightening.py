"""Flags in a chat: they fill in what is open and tighten what is stated, and never loosen it."""

from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.configuration import Configuration
from bot.electorate import AMONG
from bot.flags import IN_CHAT, Value
from bot.profiles import Profile
from bot.tightening import in_chat, tightened, tightened_axes
from consensus.errors import RequestError
from consensus.events import ApprovalPolicy, Axes, Debate, Human, LastResort, Policy, Thresholds, VotePolicy
from consensus.voting.ballots import Ballot
from consensus.voting.rules import RuleName
from consensus.voting.tally import settled, tally

HOUR = 3_600_000_000
HIGHEST = Axes(stakes=3)
RULES = get_args(RuleName)


def policy(**changes: Any) -> Policy:  # noqa: ANN401 -- handed on
    return Policy.model_validate(changes)


def vote(**changes: Any) -> Policy:  # noqa: ANN401 -- handed on
    return Policy(vote=VotePolicy.model_validate(changes))


def configuration(**tables: Any) -> Configuration:  # noqa: ANN401 -- as a file would hold it
    return Configuration.model_validate(tables)


@pytest.mark.parametrize(
    ("stated", "flags", "wanted"),
    [
        (Policy(), {}, Policy()),
        (Policy(), {"rule": "borda"}, policy(rule="borda")),
        (Policy(), {"rule": "auto"}, Policy()),
        (policy(rule="majority"), {"rule": "majority"}, policy(rule="majority")),
        (policy(rule="majority"), {"rule": "weighted"}, policy(rule="weighted")),
        (policy(rule="majority"), {"rule": "supermajority"}, policy(rule="supermajority")),
        (policy(rule="borda"), {"rule": "majority"}, policy(rule="majority")),
        (policy(rule="weighted"), {"rule": "supermajority"}, policy(rule="supermajority")),
        (Policy(), {"human": True}, policy(human="always")),
        (policy(human="never"), {"human": True}, policy(human="always")),
        (Policy(), {"debate": "force"}, policy(debate="force")),
        (policy(debate="off"), {"debate": "auto"}, policy(debate="auto")),
        (Policy(), {"budget": 500_000}, policy(budget=500_000)),
        (Policy(), {"quorum": 3}, vote(quorum=3)),
        (vote(quorum=4), {"quorum": 5}, vote(quorum=5)),
        (vote(quorum=1), {"quorum": 2}, vote(quorum=2)),
        (Policy(), {"close": HOUR}, vote(open_for=HOUR)),
        (Policy(), {"close": 90 * 24 * HOUR}, vote(open_for=90 * 24 * HOUR)),
        (Policy(), {"hide": True}, vote(hidden=True)),
        (vote(hidden=True), {}, vote(hidden=True)),
        (Policy(), {"voters": "@ana, @ben"}, vote(voters=f"members{AMONG}@ana, @ben")),
        (Policy(), {"lang": "fr", "in": "C1", "safest-first": True}, Policy()),
    ],
)
def test_a_flag_tightens_or_fills_in(stated: Policy, flags: dict[str, Value], wanted: Policy) -> None:
    assert tightened(stated, flags) == wanted


@pytest.mark.parametrize(
    ("stated", "flags", "flag"),
    [
        (policy(rule="supermajority"), {"rule": "majority"}, "rule"),
        (policy(rule="supermajority"), {"rule": "auto"}, "rule"),
        (policy(rule="majority"), {"rule": "borda"}, "rule"),
        (policy(rule="weighted"), {"rule": "confidence_weighted"}, "rule"),
        (Policy(), {"debate": "off"}, "debate"),
        (policy(debate="force"), {"debate": "auto"}, "debate"),
        (Policy(), {"budget": 2_000_001}, "budget"),
        (Policy(), {"quorum": 2}, "quorum"),
        (vote(quorum=5), {"quorum": 4}, "quorum"),
    ],
)
def test_a_flag_that_loosens_is_refused_by_name(stated: Policy, flags: dict[str, Value], flag: str) -> None:
    with pytest.raises(RequestError) as refused:
        tightened(stated, flags)

    assert (refused.value.key, refused.value.params) == ("flag-loosens", {"flag": flag})


def test_a_vote_closes_in_five_minutes_at_the_earliest() -> None:
    with pytest.raises(RequestError, match="extend-too-soon"):
        tightened(Policy(), {"close": HOUR // 12 - 1})

    assert tightened(Policy(), {"close": HOUR // 12}).vote.open_for == HOUR // 12


def test_a_short_deadline_of_the_configuration_is_its_own_affair() -> None:
    assert tightened(vote(open_for=1), {"human": True}).vote.open_for == 1


@pytest.mark.parametrize("rule", RULES)
def test_at_the_highest_stakes_an_open_rule_means_supermajority(rule: RuleName) -> None:
    if rule == "supermajority":
        assert tightened(Policy(), {"rule": rule}, axes=HIGHEST).rule == rule
        return

    with pytest.raises(RequestError, match="flag-loosens flag=rule"):
        tightened(Policy(), {"rule": rule}, axes=HIGHEST)


def test_a_rule_that_is_stated_for_the_highest_stakes_stays() -> None:
    assert tightened(policy(rule="majority"), {"human": True}, axes=HIGHEST).rule == "majority"
    assert tightened(Policy(), {"human": True}, axes=HIGHEST).rule == "auto"


@given(
    ballots=st.lists(
        st.tuples(st.permutations(["a", "b", "c"]), st.integers(1000, 2000), st.integers(0, 1000)), max_size=7
    ),
    asked=st.integers(1, 7),
)
def test_what_a_tighter_rule_settles_a_majority_settles_too(
    ballots: list[tuple[list[str], int, int]], asked: int
) -> None:
    cast = [
        Ballot(
            voter=str(number),
            choice=order[0],
            ranking=tuple((option,) for option in order),
            weight=weight,
            confidence=confidence,
        )
        for number, (order, weight, confidence) in enumerate(ballots[:asked])
    ]
    tighter: tuple[RuleName, ...] = ("weighted", "confidence_weighted", "supermajority")

    counted = [tally(rule, ("a", "b", "c"), cast, asked=asked) for rule in tighter]

    by_heads = tally("majority", ("a", "b", "c"), cast, asked=asked)
    assert all(settled(by_heads) and by_heads.leaders == each.leaders for each in counted if settled(each))


@pytest.mark.parametrize(
    ("stated", "flags", "axes"),
    [
        (None, {}, None),
        (HIGHEST, {}, HIGHEST),
        (None, {"stakes": "low"}, Axes(stakes=1)),
        (Axes(stakes=1), {"stakes": "high"}, HIGHEST),
        (Axes(stakes=2), {"stakes": "medium"}, Axes(stakes=2)),
        (None, {"qualify": Axes(uncertainty=2, stakes=1, plurality=0)}, Axes(uncertainty=2, stakes=1, plurality=0)),
        (
            None,
            {"qualify": Axes(uncertainty=2, stakes=1, plurality=0), "stakes": "high"},
            Axes(uncertainty=2, stakes=3, plurality=0),
        ),
        (
            None,
            {"qualify": Axes(uncertainty=2, stakes=3, plurality=0), "stakes": "low"},
            Axes(uncertainty=2, stakes=3, plurality=0),
        ),
        (Axes(uncertainty=1, plurality=2), {"stakes": "low"}, Axes(uncertainty=1, stakes=1, plurality=2)),
    ],
)
def test_axes_rise_or_are_filled_in(stated: Axes | None, flags: dict[str, Value], axes: Axes | None) -> None:
    assert tightened_axes(stated, flags) == axes


@pytest.mark.parametrize(
    ("stated", "flags", "flag"),
    [
        (HIGHEST, {"stakes": "medium"}, "stakes"),
        (HIGHEST, {"qualify": Axes(uncertainty=3, stakes=2, plurality=3)}, "qualify"),
        (Axes(uncertainty=2), {"qualify": Axes(uncertainty=0, stakes=3, plurality=3)}, "qualify"),
        (Axes(plurality=1), {"qualify": Axes(uncertainty=3, stakes=3, plurality=0)}, "qualify"),
    ],
)
def test_an_axis_that_would_fall_is_refused(stated: Axes, flags: dict[str, Value], flag: str) -> None:
    with pytest.raises(RequestError) as refused:
        tightened_axes(stated, flags)

    assert refused.value.params == {"flag": flag}


def test_a_request_without_flags_is_decided_by_the_standard() -> None:
    stated = configuration(policy={"human": "always"})

    assert in_chat(stated, {}) == Profile(policy=policy(human="always"))


def test_a_tighter_profile_may_be_named_in_any_case_and_tightened_further() -> None:
    stated = configuration(
        profiles={"Security": {"rule": "supermajority", "qualify": [2, 2, 2], "vote": {"quorum": 4}}}
    )

    taken = in_chat(stated, {"profile": "security", "quorum": 6, "stakes": "high"})

    assert taken.policy == policy(rule="supermajority", vote=VotePolicy(quorum=6))
    assert taken.axes == Axes(uncertainty=2, stakes=3, plurality=2)


@pytest.mark.parametrize(
    ("standard", "named"),
    [
        ({"policy": {"human": "always"}}, {"human": "never"}),
        ({"policy": {"rule": "supermajority"}}, {"rule": "majority"}),
        ({"policy": {"supermajority": [3, 4]}}, {"supermajority": [2, 3]}),
        ({}, {"quick": [3, 4]}),
        ({}, {"last_resort": "draw"}),
        ({}, {"debate": "off"}),
        ({}, {"vote": {"quorum": 1}}),
        ({"vote": {"hidden": True}}, {"vote": {"hidden": False}}),
        ({}, {"approval": {"four_eyes": False}}),
        ({"policy": {"qualify": [1, 3, 1]}}, {"qualify": [3, 2, 3]}),
    ],
)
def test_a_looser_profile_is_refused(standard: dict[str, Any], named: dict[str, Any]) -> None:
    stated = configuration(**standard, profiles={"lax": named})

    with pytest.raises(RequestError) as refused:
        in_chat(stated, {"profile": "lax"})

    assert (refused.value.key, refused.value.params) == ("flag-loosens", {"flag": "profile"})


def test_a_profile_may_name_other_approvers() -> None:
    stated = configuration(
        approval={"approvers": ["@leads"]}, profiles={"security": {"approval": {"approvers": ["@security"]}}}
    )

    assert in_chat(stated, {"profile": "security"}).policy.approval == ApprovalPolicy(approvers="@security")


def test_an_unknown_profile_is_refused_with_the_nearest() -> None:
    with pytest.raises(RequestError) as refused:
        in_chat(configuration(profiles={"security": {}}), {"profile": "securty"})

    assert refused.value.params == {"name": "securty", "nearest": "security"}


FLAGS: st.SearchStrategy[dict[str, Value]] = st.fixed_dictionaries(
    {},
    optional={
        "rule": st.sampled_from(["auto", *RULES]),
        "human": st.just(value=True),
        "debate": st.sampled_from(get_args(Debate)),
        "quorum": st.integers(1, 9),
        "budget": st.integers(0, 4_000_000),
        "hide": st.just(value=True),
        "voters": st.just("@ana"),
    },
)
POLICIES = st.builds(
    Policy,
    rule=st.sampled_from(["auto", *RULES]),
    human=st.sampled_from(get_args(Human)),
    debate=st.sampled_from(get_args(Debate)),
    last_resort=st.sampled_from(get_args(LastResort)),
    thresholds=st.just(Thresholds()),
    budget=st.integers(0, 4_000_000),
    vote=st.builds(VotePolicy, quorum=st.none() | st.integers(1, 9)),
)


@given(POLICIES, FLAGS)
def test_whatever_the_flags_a_policy_only_gets_tighter(stated: Policy, flags: dict[str, Value]) -> None:
    try:
        got = tightened(stated, flags)
    except RequestError:
        return

    assert got.budget <= stated.budget
    assert (got.vote.quorum or 3) >= (stated.vote.quorum or 3)
    assert got.human in {stated.human, "always"}
    assert got.debate == "force" or stated.debate != "force"
    assert got.rule == "supermajority" or stated.rule != "supermajority"
    assert got.vote.voters.startswith(stated.vote.voters)
    assert (got.thresholds, got.approval, got.last_resort) == (stated.thresholds, stated.approval, stated.last_resort)


def test_every_flag_that_only_tightens_is_tried_here() -> None:
    names = {flag.name for flag in IN_CHAT.values() if flag.only_tightens}

    assert names == {"rule", "stakes", "qualify", "human", "debate", "profile", "voters", "quorum", "budget"}
