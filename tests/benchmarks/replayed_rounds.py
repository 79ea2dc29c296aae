"""Replays recorded debates, judges, councils and the voting oracle through `consensus.voting`."""

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations, pairwise
from typing import Any

from consensus.voting.ballots import Ballot
from consensus.voting.rules import RULES
from consensus.voting.statistics import krippendorff_alpha
from consensus.voting.tally import Tally, condorcet_winner, tally
from tests.benchmarks.replayed_panels import Figures, PlanCount, counted, counts, first_leader, places, rules_row
from tests.recorded import JUDGES, Log, Recording, ballots_of, rounds_of, rows

DEBATERS = ("agent1", "agent2", "agent3", "agent4")
STRATEGIES = ("Vanilla", "CoT", "Metrics_Reference")


def debate_row(logs: Sequence[Log]) -> Figures:
    first, last = [_right(log, log.ballots(0)) for log in logs], [_right(log, log.ballots(-1)) for log in logs]
    kept = [_right(log, _last_ballots(log)) for log in logs]
    ends = [log.recorded_right for log in logs]
    longer = [len(log.rounds) > 1 for log in logs]
    lengths = Counter(len(log.rounds) for log in logs)
    singles = [choice == log.truth for log in logs for _, choice in log.rounds[0]]
    return {
        "single agent, round 1": counts(sum(singles), len(singles)),
        "round 1, last round, last ballots, recorded end": counts(sum(first), sum(last), sum(kept), sum(ends)),
        "round 1 to last round": _moves(first, last),
        "round 1 to recorded end": _moves(first, ends),
        "rounds used": counts(*(lengths[number] for number in (1, 2, 3))),
        "longer: right": counts(*(sum(_only(longer, right)) for right in (first, last, kept, ends))),
        "no option above half in round 1": str(sum(2 * _heads(log, 0).k <= len(DEBATERS) for log in logs)),
        "alpha of round 1": places(_debate_alpha(logs)),
        "same, to right, from right, wrong to wrong": _changes(logs),
    }


def round_row(logs: Sequence[Log], number: int) -> Figures:
    held = [log for log in logs if len(log.rounds) > number]
    choices = [choice for log in held for _, choice in log.rounds[number]]
    return {
        "records, ballots, nulls": counts(len(held), len(choices), choices.count(None)),
        "right": str(sum(_right(log, log.ballots(number)) for log in held)),
        "tied leaders": str(sum(len(_heads(log, number).leaders) > 1 for log in held)),
    }


def debate_plan_row(logs: Sequence[Log]) -> Figures:
    total = PlanCount()
    for log in logs:
        count = _heads(log, 0)
        stage = "full" if 50 * count.k >= 33 * len(DEBATERS) else "debate"
        right = _right(log, log.ballots(0 if stage == "full" else -1))
        calls = len(log.rounds[0]) if stage == "full" else sum(map(len, log.rounds))
        for (_, one), (_, other) in combinations(log.rounds[0], 2):
            _decide(total, (one, other), log.truth, (stage, right, calls))
    return total.row()


def judges_row(recording: Recording, swap: str) -> Figures:
    panel = tuple(f"{judge}/CoT/{swap}" for judge in JUDGES)
    total = PlanCount()
    for record in recording.records:
        count = counted("majority", record, panel)
        stage = "full" if 50 * count.k >= 33 * len(panel) else "debate"
        right = first_leader(count) == record.truth
        for pair in combinations(panel, 2):
            one, other = ((ballot.choice if (ballot := record.seats[seat]) else None) for seat in pair)
            _decide(total, (one, other), record.truth, (stage, right, len(panel)))
    return rules_row(recording, panel) | total.row()


def order_row(recording: Recording, judge: str) -> Figures:
    """How often a judge's choice changed with the order of the two answers."""
    return {strategy: _changed(recording, f"{judge}/{strategy}") for strategy in STRATEGIES}


def oracle_row(kind: str) -> Figures:
    profiles = [profile for profile in rows("oracle")[1] if kind in {profile["kind"], "all"}]
    checks = [_check_profile(profile) for profile in profiles]
    return {name: counts(sum(check[name] for check in checks)) for name in checks[0]}


def council_row(structure: str) -> Figures:
    records = [record for record in rows("council")[1] if structure in {record["structure"], "all"}]
    agreed = [_sole_leader(record["ballots"]) == record["recorded_final"] for record in records]
    firsts = Counter(ranking[0] for record in records for ranking in record["rankings"])
    return {
        "recorded end right": str(sum(record["recorded_final_correct"] for record in records)),
        "sole leader is the recorded end": counts(sum(agreed), len(agreed)),
        "first places A, B, C, D": counts(*(firsts[label] for label in "ABCD")),
    }


def profile_ballots(profile: dict[str, Any]) -> list[Ballot]:
    return [
        Ballot(voter=f"{place}.{copy}", choice=str(line["tiers"][0][0]), ranking=_tiers(line["tiers"]))
        for place, line in enumerate(profile["ballots"])
        for copy in range(line["count"])
    ]


def _tiers(tiers: list[list[int]]) -> tuple[tuple[str, ...], ...]:
    return tuple(tuple(map(str, tier)) for tier in tiers)


def _check_profile(profile: dict[str, Any]) -> dict[str, bool]:
    options, ballots = [str(candidate) for candidate in profile["candidates"]], profile_ballots(profile)
    scores = RULES["borda"](ballots, options)
    leaders = tally("borda", options, ballots, asked=len(ballots)).leaders
    expected = tuple(map(str, profile["borda_winners"]))
    by_safety = next(option for option in map(str, profile["safety_order"]) if option in leaders)
    condorcet = condorcet_winner(ballots, options)
    recorded = profile["condorcet_winner"]
    seeds = set(profile["seed_formula_winners"])
    return {
        "scores equal": scores == {option: int(1000 * score) for option, score in profile["borda_average"].items()},
        "winners equal": leaders == expected,
        "winner by safety order equal": by_safety == str(profile["borda_winner_by_safety"]),
        "sums equal": 2 * sum(scores.values()) == 1000 * len(ballots) * len(options) * (len(options) - 1),
        "condorcet equal": condorcet == (None if recorded is None else str(recorded)),
        "no condorcet winner": condorcet is None,
        "borda misses condorcet": condorcet is not None and condorcet not in leaders,
        "borda ties": len(leaders) > 1,
        "seed names only wrong": seeds.isdisjoint(map(int, leaders)),
        "seed names another set": seeds != set(map(int, leaders)),
    }


def _decide(
    total: PlanCount, pair: tuple[str | None, str | None], truth: str, otherwise: tuple[str, bool, int]
) -> None:
    """Two equal ballots decide with two calls; else what the larger stage says."""
    agreed = pair[0] is not None and pair[0] == pair[1]
    stage, right, calls = ("quick", pair[0] == truth, 2) if agreed else otherwise
    total.pairs += 1
    total.calls += calls
    total.stages[stage].append(right)


def _heads(log: Log, number: int) -> Tally:
    return tally("majority", log.options, log.ballots(number), asked=len(DEBATERS))


def _right(log: Log, ballots: Sequence[Ballot]) -> bool:
    return first_leader(tally("majority", log.options, ballots, asked=len(DEBATERS))) == log.truth


def _last_ballots(log: Log) -> tuple[Ballot, ...]:
    kept = {agent: choice for choices in log.rounds for agent, choice in choices if choice is not None}
    return ballots_of(tuple(kept.items()))


def _debate_alpha(logs: Sequence[Log]) -> Fraction | None:
    return krippendorff_alpha([[dict(log.rounds[0]).get(agent) for log in logs] for agent in DEBATERS])


def _moves(before: Sequence[bool], after: Sequence[bool]) -> str:
    moves = Counter(zip(before, after, strict=True))
    return counts(moves[True, True], moves[False, True], moves[True, False], moves[False, False])


def _only(chosen: Sequence[bool], values: Sequence[bool]) -> list[bool]:
    return [value for is_chosen, value in zip(chosen, values, strict=True) if is_chosen]


def _changes(logs: Sequence[Log]) -> str:
    kinds: Counter[str] = Counter()
    for log in logs:
        for agent in DEBATERS:
            said = [dict(choices).get(agent) for choices in log.rounds]
            kinds.update(_change(*both, log.truth) for both in pairwise(choice for choice in said if choice))
    return counts(*(kinds[kind] for kind in ("same", "to right", "from right", "wrong to wrong")))


def _change(before: str, after: str, truth: str) -> str:
    if before == after:
        return "same"
    return "to right" if after == truth else "from right" if before == truth else "wrong to wrong"


def _changed(recording: Recording, judge: str) -> str:
    valid = [
        (one.choice, other.choice)
        for record in recording.records
        if (one := record.seats[f"{judge}/swap0"]) and (other := record.seats[f"{judge}/swap1"])
    ]
    return f"{sum(one != other for one, other in valid)}/{len(valid)}"


def _sole_leader(cells: list[tuple[str, int, str | None]]) -> str | None:
    ballots = ballots_of(rounds_of(cells)[-1])
    return tally("majority", sorted({ballot.choice for ballot in ballots}), ballots, asked=len(cells)).winner
