"""The statistics a report may show, exact where they are rational, decimal where they are not.

None of them is a probability of being right: all intervals and posteriors suppose that the voters err independently,
which agents of related models do not. Those marked *teaching only* are for the documentation, never for a card.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from decimal import Decimal
from fractions import Fraction
from math import comb, factorial, prod
from typing import NamedTuple

Z_95 = Decimal("1.959964")
"""Standard deviations on each side of the mean that hold 95 % of a normal distribution."""
BINS = 10
Terms = dict[tuple[int, int], Fraction]
"""A sum of c * x^power * e^(-rate*x): (rate, power) to c."""


class Interval(NamedTuple):
    low: Decimal
    high: Decimal


def decimal(number: Fraction) -> Decimal:
    """A fraction to the precision of the decimal context."""
    return Decimal(number.numerator) / Decimal(number.denominator)


def share_of(part: int, base: int) -> Fraction:
    """k/n of the ballots cast, or k/N of the seats asked."""
    return Fraction(part, base)


def changes_to_tie(winner: int, runner_up: int) -> int:
    """Fewest voters who must turn from the winner to the runner-up until it no longer leads (Magrino et al. 2011)."""
    return (winner - runner_up + 1) // 2


def changes_to_lose(winner: int, runner_up: int) -> int:
    """Fewest such voters until the runner-up leads alone."""
    return (winner - runner_up) // 2 + 1


def pairwise_agreement(counts: Sequence[int]) -> Fraction | None:
    """Share of the pairs of ballots that agree (Fleiss 1971); none for less than two ballots."""
    cast = sum(counts)
    return Fraction(sum(count * (count - 1) for count in counts), cast * (cast - 1)) if cast > 1 else None


def entropy(counts: Sequence[int]) -> Decimal:
    """Shannon's measure of the split, in nats."""
    cast = sum(counts)
    shares = [decimal(Fraction(count, cast)) for count in counts if count]
    return abs(sum((share * share.ln() for share in shares), Decimal(0)))


def normalised_entropy(counts: Sequence[int]) -> Decimal:
    """Entropy between 0 (unanimous) and 1 (as many ballots for each option that was voted for)."""
    voted_for = sum(count > 0 for count in counts)
    return entropy(counts) / Decimal(voted_for).ln() if voted_for > 1 else Decimal(0)


def effective_options(counts: Sequence[int]) -> Decimal:
    """How many equally liked options would split the voters as much."""
    return entropy(counts).exp()


def krippendorff_alpha(rows: Sequence[Sequence[str | None]]) -> Fraction | None:
    """Nominal agreement beyond chance over many decisions; a row is a voter, a column a decision, none a gap.

    None when nothing varies, because chance then explains everything.
    """
    columns = [Counter(choice for choice in column if choice is not None) for column in zip(*rows, strict=True)]
    paired = [column for column in columns if column.total() > 1]
    totals = sum(paired, Counter[str]())
    expected = Fraction(_disagreements(totals), max(totals.total() - 1, 1))
    observed = sum(Fraction(_disagreements(column), column.total() - 1) for column in paired)
    return 1 - observed / expected if expected else None


def wilson(part: int, base: int) -> Interval:
    """95 % interval of the true share behind k of n, if the voters were independent (Wilson 1927)."""
    p, n, z = decimal(Fraction(part, base)), Decimal(base), Z_95
    centre = p + z * z / (2 * n)
    spread = z * (p * (1 - p) / n + z * z / (4 * n * n)).sqrt()
    scale = 1 + z * z / n
    return Interval(max((centre - spread) / scale, Decimal(0)), min((centre + spread) / scale, Decimal(1)))


def chance_of_majority(part: int, base: int) -> Fraction:
    """P(true share > 1/2) after k of n, from a uniform prior, if the voters were independent."""
    return Fraction(sum(comb(base + 1, j) for j in range(part + 1)), 2 ** (base + 1))


def chance_on_top(counts: Sequence[int]) -> Fraction:
    """P(the first option has the largest true share), from a uniform prior, if the voters were independent.

    The shares are Dirichlet(count + 1): gamma variables of whole shape over their sum. So it is the chance that the
    first gamma variable exceeds all others: the product of the others' distribution functions, multiplied out into
    terms c * x^d * e^(-r*x), each integrated in closed form over the first one's density.
    """
    shape, *others = (count + 1 for count in counts)
    terms: Terms = {(0, 0): Fraction(1)}
    for other in others:
        terms = _times_distribution(terms, other)
    return sum((c * _integral(shape, rate, power) for (rate, power), c in terms.items()), Fraction(0))


def jury_theorem(p: Fraction, voters: int) -> Fraction:
    """Teaching only: how often a majority of independent voters, each right with chance p, is right (Condorcet 1785).

    A tie counts half.
    """
    chances = [comb(voters, right) * p**right * (1 - p) ** (voters - right) for right in range(voters + 1)]
    tie = chances[voters // 2] / 2 if voters % 2 == 0 else Fraction(0)
    return sum(chances[voters // 2 + 1 :], tie)


def optimal_weight(p: Fraction, options: int = 2) -> Decimal:
    """Teaching only: the log-odds weight of an independent voter who is right with chance p (Nitzan, Paroush 1982)."""
    return (decimal(p / (1 - p)) * (options - 1)).ln()


def posterior(ballots: Sequence[tuple[str, Fraction]], options: Sequence[str]) -> dict[str, Fraction]:
    """Teaching only: chance of each option after (choice, p) ballots of independent voters (Dawid, Skene 1979).

    Agents err together, so it is far too sure of itself on real panels.
    """
    likelihoods = {
        option: prod(
            (p if choice == option else (1 - p) / (len(options) - 1) for choice, p in ballots), start=Fraction(1)
        )
        for option in options
    }
    total = sum(likelihoods.values())
    return {option: likelihood / total for option, likelihood in likelihoods.items()}


def brier(forecasts: Iterable[tuple[Fraction, bool]]) -> Fraction:
    """Mean squared distance of stated confidence and what came true, over resolved decisions (Brier 1950)."""
    squares = [(confidence - came_true) ** 2 for confidence, came_true in forecasts]
    return sum(squares, Fraction(0)) / len(squares)


def calibration_error(forecasts: Sequence[tuple[Fraction, bool]]) -> Fraction:
    """Expected calibration error over ten bins (low, high], 0 in the first (Naeini et al. 2015)."""
    gaps = [Fraction(0)] * BINS
    for confidence, came_true in forecasts:
        gaps[_bin(confidence)] += confidence - came_true
    return sum((abs(gap) for gap in gaps), Fraction(0)) / len(forecasts)


def effective_votes(voters: int, correlation: Fraction) -> Fraction:
    """n_eff: how many independent voters are worth as much as n whose errors correlate."""
    return voters / (1 + (voters - 1) * correlation)


def _disagreements(counts: Counter[str]) -> int:
    total = counts.total()
    return sum(count * (total - count) for count in counts.values())


def _times_distribution(terms: Terms, shape: int) -> Terms:
    """Multiply by a gamma distribution function of whole shape: 1 - e^(-x) * (1 + x + ... + x^(shape-1)/(shape-1)!)."""
    product = dict(terms)
    for (rate, power), coefficient in terms.items():
        for step in range(shape):
            key = (rate + 1, power + step)
            product[key] = product.get(key, Fraction(0)) - coefficient / factorial(step)
    return product


def _integral(shape: int, rate: int, power: int) -> Fraction:
    """The mean of x^power * e^(-rate*x) for a gamma variable x of whole shape."""
    return Fraction(factorial(shape - 1 + power), factorial(shape - 1) * (1 + rate) ** (shape + power))


def _bin(confidence: Fraction) -> int:
    return max(-(-confidence * BINS // 1) - 1, 0)
