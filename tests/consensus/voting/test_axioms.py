"""What social choice asks of every rule, tried on generated ballots."""

from collections.abc import Sequence
from itertools import combinations, permutations, product

from hypothesis import given, settings
from hypothesis import strategies as st

from consensus.voting.ballots import Ballot
from consensus.voting.rules import RULES, RuleName, borda
from consensus.voting.strength import ballots_to_flip, strength
from consensus.voting.tally import settled, tally, winners_under_every_rule

OPTIONS = "ABCDE"
rules = st.sampled_from(sorted(RULES))


@st.composite
def weak_orders(draw: st.DrawFn, options: str) -> tuple[tuple[str, ...], ...]:
    """A ranking of any length with any ties."""
    named = draw(st.permutations(options))[: draw(st.integers(1, len(options)))]
    cuts = draw(st.lists(st.booleans(), min_size=len(named), max_size=len(named)))
    tiers: list[tuple[str, ...]] = []
    for option, starts_tier in zip(named, cuts, strict=True):
        tiers[-1:] = [(option,)] if not tiers else [tiers[-1], (option,)] if starts_tier else [(*tiers[-1], option)]
    return tuple(tiers)


@st.composite
def one_ballot(draw: st.DrawFn, options: str) -> Ballot:
    order = draw(weak_orders(options))
    return Ballot(
        voter="v",
        choice=draw(st.sampled_from(order[0])),
        ranking=draw(st.sampled_from([order, None])),
        confidence=draw(st.none() | st.integers(0, 1000)),
        weight=draw(st.integers(1, 2000)),
    )


def profiles(options: str = OPTIONS, most: int = 7) -> st.SearchStrategy[list[Ballot]]:
    return st.lists(one_ballot(options), max_size=most)


@given(rules, profiles(), st.data())
def test_the_order_of_ballots_is_irrelevant(rule: RuleName, ballots: list[Ballot], data: st.DataObject) -> None:
    shuffled = data.draw(st.permutations(ballots))

    one, other = tally(rule, OPTIONS, ballots, asked=7), tally(rule, OPTIONS, shuffled, asked=7)

    assert one == other
    assert ballots_to_flip(one, ballots) == ballots_to_flip(other, shuffled)


@given(rules, profiles(), st.permutations(OPTIONS))
def test_renaming_the_options_renames_the_leaders(rule: RuleName, ballots: list[Ballot], names: Sequence[str]) -> None:
    new = dict(zip(OPTIONS, names, strict=True))
    renamed = [
        ballot.model_copy(
            update={
                "choice": new[ballot.choice],
                "ranking": ballot.ranking and tuple(tuple(new[option] for option in tier) for tier in ballot.ranking),
            }
        )
        for ballot in ballots
    ]

    before, after = tally(rule, OPTIONS, ballots, asked=7), tally(rule, names, renamed, asked=7)

    assert after.leaders == tuple(new[option] for option in before.leaders)
    assert after.scores == tuple((new[option], score) for option, score in before.scores)
    assert (after.k, after.margin, settled(after)) == (before.k, before.margin, settled(before))


@given(rules, profiles(), st.permutations(OPTIONS))
def test_the_order_of_options_changes_no_result(rule: RuleName, ballots: list[Ballot], order: Sequence[str]) -> None:
    one, other = tally(rule, OPTIONS, ballots, asked=7), tally(rule, order, ballots, asked=7)

    strengths = [
        strength(count, ballots, full_panel=True, families=2, capped_by=()).model_dump(exclude={"runner_up"})
        for count in (one, other)
    ]

    assert dict(one.scores) == dict(other.scores)
    assert set(one.leaders) == set(other.leaders)
    assert strengths[0] == strengths[1]


@given(rules, profiles().filter(bool), st.data())
def test_turning_to_a_leader_never_hurts_it(rule: RuleName, ballots: list[Ballot], data: st.DataObject) -> None:
    leader = data.draw(st.sampled_from(tally(rule, OPTIONS, ballots, asked=7).leaders))
    place = data.draw(st.integers(0, len(ballots) - 1))
    raised = (
        (leader,),
        *(
            kept
            for tier in ballots[place].ranking or ()
            if (kept := tuple(option for option in tier if option != leader))
        ),
    )
    turned = ballots[place].model_copy(update={"choice": leader, "ranking": ballots[place].ranking and raised})

    after = tally(rule, OPTIONS, [*ballots[:place], turned, *ballots[place + 1 :]], asked=7)

    assert leader in after.leaders


@given(rules, st.lists(st.integers(0, 1000), min_size=1, max_size=7), st.sampled_from(OPTIONS))
def test_who_is_chosen_by_all_wins_under_every_rule(rule: RuleName, confidences: list[int], option: str) -> None:
    ballots = [Ballot(voter="v", choice=option, confidence=confidence) for confidence in confidences]

    assert tally(rule, OPTIONS, ballots, asked=len(ballots)).winner == option
    assert set(winners_under_every_rule(ballots, OPTIONS).values()) == {(option,)}


@given(st.integers(1, 5), st.data())
def test_every_ballot_gives_the_same_sum_of_points(size: int, data: st.DataObject) -> None:
    options = OPTIONS[:size]
    ballots = data.draw(profiles(options))

    assert sum(borda(ballots, options).values()) == len(ballots) * 1000 * size * (size - 1) // 2


@given(rules, profiles())
def test_the_numbers_stay_within_their_bounds(rule: RuleName, ballots: list[Ballot]) -> None:
    count = tally(rule, OPTIONS, ballots, asked=7)

    assert -count.cast <= count.margin <= count.cast
    assert 0 <= count.k <= count.cast <= count.asked
    assert sum(heads for _, heads in count.heads) == count.cast
    assert 0 <= ballots_to_flip(count, ballots) <= count.cast
    assert bool(count.leaders) is bool(ballots)
    assert not settled(count) or (count.winner is not None and 2 * count.k > count.asked)


@settings(max_examples=40)
@given(rules, profiles("ABC", most=4))
def test_no_fewer_changes_of_mind_can_unseat_the_winner(rule: RuleName, ballots: list[Ballot]) -> None:
    count = tally(rule, "ABC", ballots, asked=4)
    flips = ballots_to_flip(count, ballots)
    leads_by_heads = count.counted_by in {"majority", "supermajority", "borda"} or count.margin > 0

    assert all(not can_unseat(count.winner, rule, ballots, fewer) for fewer in range(flips))
    assert count.winner is None or not leads_by_heads or can_unseat(count.winner, rule, ballots, flips)


def can_unseat(winner: str | None, rule: RuleName, ballots: list[Ballot], changes: int) -> bool:
    """Whether some such number of ballots, turned to any strict order, leave the winner without its lead."""
    orders = [tuple((option,) for option in order) for order in permutations("ABC")]
    bases: set[RuleName] = {rule, "majority"} if rule in {"weighted", "confidence_weighted"} else {rule}
    for places in combinations(range(len(ballots)), changes):
        for chosen in product(orders, repeat=changes):
            turned = list(ballots)
            for place, order in zip(places, chosen, strict=True):
                turned[place] = ballots[place].model_copy(update={"choice": order[0][0], "ranking": order})
            if any(tally(base, "ABC", turned, asked=4).winner != winner for base in bases):
                return True
    return False
