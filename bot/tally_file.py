"""The JSON file that the `tally` command reads: its fields, and the first thing in it that is not clean."""

import json
from collections.abc import Sequence
from decimal import ROUND_HALF_UP, Decimal, DecimalException
from typing import Annotated, NoReturn

from pydantic import AfterValidator, BeforeValidator, ConfigDict, Field, ValidationError

from consensus.errors import BallotError
from consensus.model import Model
from consensus.text import normalise, one_line, shortened

THOUSANDTH = Decimal("0.001")
LONGEST_QUOTE = 60


def thousandths(number: Decimal) -> int:
    """Rounded half up; at once, so that no digit is rounded twice."""
    return int(number.quantize(THOUSANDTH, rounding=ROUND_HALF_UP).scaleb(3))


def quoted(text: str) -> str:
    """What a refusal repeats of the file: one short line without anything hidden."""
    return shortened(one_line(text), LONGEST_QUOTE)


def _exact(number: Decimal) -> Decimal:
    if number != number.quantize(THOUSANDTH, rounding=ROUND_HALF_UP):
        raise ValueError("too-many-decimals")
    return number


def _visible(text: str) -> str:
    if not normalise(text):
        raise ValueError("empty")
    return text


def _as_tier(place: object) -> object:
    """One option alone at its place of a ranking, or a list of options that are tied there."""
    return [place] if isinstance(place, str) else place


Name = Annotated[str, AfterValidator(_visible)]
Confidence = Annotated[Decimal, Field(ge=0, le=1)]
Weight = Annotated[Decimal, Field(gt=0, le=1000), AfterValidator(_exact)]
Tier = Annotated[list[str], Field(min_length=1), BeforeValidator(_as_tier)]


class WrittenBallot(Model):
    """A ballot as the file has it."""

    model_config = ConfigDict(hide_input_in_errors=True)

    voter: Name
    choice: str | None = None
    confidence: Confidence | None = None
    ranking: list[Tier] | None = None
    weight: Weight = Decimal(1)


class WrittenFile(Model):
    model_config = ConfigDict(hide_input_in_errors=True)

    options: Annotated[list[Name], Field(min_length=1)]
    ballots: list[WrittenBallot]
    safety_order: list[str] | None = None


ITEMS = {"options": "option", "ballots": "ballot"}
FIELDS = (*WrittenFile.model_fields, *WrittenBallot.model_fields)


def parse(text: str) -> WrittenFile:
    """The fields of a file of ballots. Raises BallotError at the first that is missing, unknown or of a wrong value."""
    content = _json(text)
    try:
        return WrittenFile.model_validate(content)
    except ValidationError as error:
        raise _refusal(error, content) from None


def first_repeated(names: Sequence[str]) -> str | None:
    """The first name that was there before."""
    seen: set[str] = set()
    for name in names:
        if name in seen:
            return name
        seen.add(name)
    return None


def _json(text: str) -> object:
    if not text.strip():
        raise BallotError("tally-empty")
    try:
        return json.loads(
            text,
            parse_float=_decimal,
            parse_int=_decimal,
            parse_constant=_no_number,
            object_pairs_hook=_object,
        )
    except json.JSONDecodeError as error:
        raise BallotError("tally-not-json", line=error.lineno) from None
    except RecursionError:
        raise BallotError("tally-not-json", line=1) from None


def _decimal(digits: str) -> Decimal:
    try:
        return Decimal(digits)
    except DecimalException:
        _no_number(digits)


def _no_number(written: str) -> NoReturn:
    raise BallotError("tally-no-number", number=quoted(written))


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    names = [name for name, _ in pairs]
    repeated = first_repeated(names)
    if repeated is not None:
        raise BallotError("tally-field-twice", field=quoted(repeated))
    return dict(pairs)


def _refusal(error: ValidationError, content: object) -> BallotError:
    """The first thing that pydantic refused, with its place and, where it is known, the voter."""
    first = error.errors(include_url=False, include_input=False)[0]
    path = first["loc"]
    if not path:
        return BallotError("tally-not-object")
    voter = _voter_at(path, content)
    params = {"place": quoted(_place(path)), "voter": quoted(voter), "whose": "voter" if voter else "nobody"}
    if first["type"] == "missing":
        return BallotError("tally-missing-field", **params)
    if first["type"] == "extra_forbidden":
        return BallotError("tally-unknown-field", **params, known=", ".join(FIELDS))
    return BallotError("tally-bad-value", **params, field=_field(path))


def _place(path: Sequence[int | str]) -> str:
    """Where it stands, as programs write it: the first of a list is 0."""
    steps = (f"[{step}]" if isinstance(step, int) else f".{step}" for step in path)
    return "".join(steps).removeprefix(".")


def _field(path: Sequence[int | str]) -> str:
    """What should be there: the field, or one item of the list that it is."""
    field = next(str(step) for step in reversed(path) if isinstance(step, str))
    return ITEMS.get(field, field) if isinstance(path[-1], int) else field


def _voter_at(path: Sequence[int | str], content: object) -> str:
    match path, content:
        case ["ballots", int(place), *_], {"ballots": list(ballots)}:
            match ballots[place]:
                case {"voter": str(voter)}:
                    return voter
    return ""
