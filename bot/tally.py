"""The `tally` command: counts a file of ballots, which must be clean.

Confidences are kept to thousandths, rounded half up; a weight with more than three decimals is refused.
"""

from collections.abc import Sequence
from typing import Any

from bot.tally_file import WrittenBallot, first_repeated, parse, quoted, thousandths
from consensus.errors import BallotError
from consensus.model import Model
from consensus.text import normalise
from consensus.voting.ballots import Ballot
from consensus.voting.rules import RuleName
from consensus.voting.strength import share, support_of
from consensus.voting.tally import settled, tally

Report = dict[str, Any]


class TallyInput(Model):
    """Clean ballots over clean options; `asked` counts the abstentions too."""

    options: tuple[str, ...]
    ballots: tuple[Ballot, ...]
    asked: int
    safety_order: tuple[str, ...] | None


def read(text: str) -> TallyInput:
    """The ballots in a JSON text. Raises BallotError at the first thing that is not clean."""
    written = parse(text)
    _check_options(written.options)
    _check_voters([ballot.voter for ballot in written.ballots])
    order = written.safety_order
    if order is not None and sorted(order) != sorted(written.options):
        raise BallotError("tally-safety-order")
    ballots = (_ballot(ballot, written.options) for ballot in written.ballots)
    return TallyInput(
        options=tuple(written.options),
        ballots=tuple(ballot for ballot in ballots if ballot),
        asked=len(written.ballots),
        safety_order=None if order is None else tuple(order),
    )


def report(tallied: TallyInput, rule: RuleName) -> Report:
    """What the command prints; the base of the shares is all ballots, abstentions included.

    A tie that no safety order breaks shows the shares of its weakest leader.
    """
    count = tally(rule, tallied.options, tallied.ballots, asked=tallied.asked)
    safest = next((option for option in tallied.safety_order or () if option in count.leaders), None)
    winner = count.winner or safest
    shown = (winner,) if winner else count.leaders
    backing = min((dict(count.heads)[option] for option in shown), default=0)
    confidences = min((support_of(option, tallied.ballots) for option in shown), default=0)
    return {
        "scores": {option: _number(score) for option, score in count.scores},
        "winners": list(count.leaders),
        "winner": winner,
        "tie_broken_by": "safety_order" if winner and not count.winner else None,
        "agreement": _number(share(backing, count.asked)),
        "support": _number(share(confidences, 1000 * count.asked)),
        "requires_human_review": not settled(count),
        "counted_by": count.counted_by,
    }


def _number(thousandths: int) -> int | float:
    return thousandths / 1000 if thousandths % 1000 else thousandths // 1000


def _check_options(options: Sequence[str]) -> None:
    alike = first_repeated([normalise(option) for option in options])
    if alike is not None:
        one, other = [option for option in options if normalise(option) == alike][:2]
        raise BallotError("tally-equal-options", one=quoted(one), other=quoted(other))


def _check_voters(voters: Sequence[str]) -> None:
    repeated = first_repeated(voters)
    if repeated is not None:
        raise BallotError("tally-voter-twice", voter=quoted(repeated))


def _ballot(written: WrittenBallot, options: Sequence[str]) -> Ballot | None:
    """The ballot, or none if it abstains."""
    ranking = tuple(map(tuple, written.ranking or ()))
    named = [option for tier in ranking for option in tier]
    choice = _choice(written, ranking)
    repeated = first_repeated(named)
    if repeated is not None:
        raise BallotError("tally-ranked-twice", voter=quoted(written.voter), option=quoted(repeated))
    for option in (*named, *([choice] if choice is not None else [])):
        if option not in options:
            raise BallotError("tally-no-option", voter=quoted(written.voter), option=quoted(option))
    if choice is None:
        return None
    if ranking and choice not in ranking[0]:
        raise BallotError("tally-choice-not-first", voter=quoted(written.voter), choice=quoted(choice))
    return Ballot(
        voter=written.voter,
        choice=choice,
        confidence=None if written.confidence is None else thousandths(written.confidence),
        ranking=ranking or None,
        weight=thousandths(written.weight),
    )


def _choice(written: WrittenBallot, ranking: tuple[tuple[str, ...], ...]) -> str | None:
    """What the ballot chooses: a missing choice is the one option that stands first, null abstains."""
    if "choice" in written.model_fields_set:
        if written.choice is None and ranking:
            raise BallotError("tally-null-with-ranking", voter=quoted(written.voter))
        return written.choice
    if ranking and len(ranking[0]) == 1:
        return ranking[0][0]
    raise BallotError("tally-no-choice", voter=quoted(written.voter))
