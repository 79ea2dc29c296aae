"""The errors of this project, sorted by who can act on them.

    ConsensusError
    ├── RequestError            who asked: shown to them, in their language
    │   ├── QuestionError       the question or its options cannot be decided
    │   ├── BallotError         a tally was given something that is no clean ballot
    │   ├── NotFoundError       no such decision, or not for them
    │   └── IllegalEventError   the decision's state does not allow this now
    ├── ConfigurationError      the operator: settings, keys, files
    ├── RecordError             the operator: the stored record
    │   ├── BrokenRecordError   a row is not what its hash says
    │   └── LeaseLostError      another process works on this decision now
    └── AgentUnavailableError   nobody: it becomes an abstention

An error carries the key of its sentence and what fills it; the sentences stand in the catalogues (`bot/texts`).
"""

from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from consensus.events import Usage
    from consensus.voting.ballots import Cause


class ConsensusError(Exception):
    """Base of all; `key` names a sentence of the catalogues, `params` fill it."""

    def __init__(self, key: str, **params: str | int) -> None:
        self.key: Final = key
        self.params: Final = params
        super().__init__(key, params)

    def __str__(self) -> str:
        return " ".join([self.key, *(f"{name}={value}" for name, value in self.params.items())])


class RequestError(ConsensusError):
    """Who asked can mend it; shown to them."""


class QuestionError(RequestError):
    """The question or its options cannot be decided as they stand."""


class BallotError(RequestError):
    """A tally was given something that is no clean ballot."""


class NotFoundError(RequestError):
    """No such decision, or none that this person may see: both look the same."""


class IllegalEventError(RequestError):
    """What happened is not allowed in the decision's present state."""


class ConfigurationError(ConsensusError):
    """The operator's settings are wrong; nothing was started."""


class RecordError(ConsensusError):
    """The stored record could not be read or written."""


class BrokenRecordError(RecordError):
    """A row does not say what its hash says; `seq` names the first bad one."""


class LeaseLostError(RecordError):
    """Another process holds this decision's lease now; nothing was appended."""


class AgentUnavailableError(ConsensusError):
    """An agent gave no answer.

    `cause` is one of the abstention causes, `http` the status if there was one, `detail` the redacted error,
    `spent` the usage of the attempts that failed.
    """

    def __init__(
        self, cause: "Cause", *, http: int | None = None, detail: str = "", spent: "Usage | None" = None
    ) -> None:
        self.cause: Final[Cause] = cause
        self.http: Final = http
        self.detail: Final = detail
        self.spent: Final = spent
        super().__init__(f"cause-{cause}")
