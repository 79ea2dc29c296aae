"""The tables of the record; values are plain and closed by CHECK constraints, times integer microseconds."""

from sqlalchemy import BigInteger, CheckConstraint, Index
from sqlmodel import Field, SQLModel

PLATFORMS = ("slack", "github", "terminal")
STATUSES = (
    "deliberating",
    "decided",
    "awaiting_vote",
    "awaiting_approval",
    "no_quorum",
    "undecided",
    "not_needed",
    "cancelled",
)


def one_of(column: str, *values: str) -> str:
    """The SQL that closes a column to these values."""
    return f"{column} IN ({', '.join(repr(value) for value in values)})"


class DecisionRow(SQLModel, table=True):
    """What lists, search and the sweep need; everything but the lease and the key repeats the fold of the events."""

    __tablename__ = "decision"
    __table_args__ = (
        CheckConstraint("seq >= 1", "decision_seq"),
        CheckConstraint("epoch >= 0", "decision_epoch"),
        CheckConstraint("(owner IS NULL) = (lease_until IS NULL)", "decision_lease"),
        CheckConstraint(one_of("status", *STATUSES), "decision_status"),
        CheckConstraint("band IS NULL OR " + one_of("band", "strong", "moderate", "weak"), "decision_band"),
        Index("decision_by_status", "status", "number"),
        Index("decision_by_due_at", "due_at"),
        Index("decision_by_opened_at", "opened_at"),
        Index("decision_by_closed_at", "closed_at"),
    )

    number: int = Field(primary_key=True)
    id: str = Field(unique=True)
    seq: int
    head: str
    status: str
    question: str
    winner: str | None
    band: str | None
    decided_by: str | None
    places: str
    """A JSON list."""
    opened_at: int = Field(sa_type=BigInteger)
    closed_at: int | None = Field(sa_type=BigInteger)
    due_at: int | None = Field(sa_type=BigInteger)
    """When the program has something to do; null when it has not."""
    open_key: str | None = Field(unique=True)
    owner: str | None = None
    lease_until: int | None = Field(default=None, sa_type=BigInteger)
    epoch: int = 0


class PlaceRow(SQLModel, table=True):
    """Where a decision was asked or is shown; `room` is the place without its thread, and who is there may see it."""

    __tablename__ = "place"
    __table_args__ = (Index("place_by_decision", "decision_number", "room"),)

    place: str = Field(primary_key=True)
    decision_number: int = Field(primary_key=True, foreign_key="decision.number")
    room: str


class EventRow(SQLModel, table=True):
    """One sealed event; triggers refuse every change but the erasure of its words."""

    __tablename__ = "event"
    __table_args__ = (
        CheckConstraint("seq >= 1", "event_seq"),
        CheckConstraint("(payload IS NULL) = (salt IS NULL)", "event_erasure"),
        CheckConstraint("length(hash) = 64 AND length(prev_hash) = 64 AND length(payload_digest) = 64", "event_hashes"),
    )

    decision: str = Field(primary_key=True, foreign_key="decision.id")
    seq: int = Field(primary_key=True)
    at: int = Field(sa_type=BigInteger)
    kind: str
    actor: str
    facts: str
    payload: str | None
    salt: str | None
    payload_digest: str
    prev_hash: str
    hash: str


class DeliveryRow(SQLModel, table=True):
    """A request that was verified and stored before it was acknowledged; its body is kept until it is done."""

    __tablename__ = "delivery"
    __table_args__ = (
        CheckConstraint(one_of("source", "slack", "github"), "delivery_source"),
        CheckConstraint(one_of("state", "new", "claimed", "done", "failed"), "delivery_state"),
        CheckConstraint("(state = 'done') = (body IS NULL)", "delivery_body"),
        CheckConstraint("state <> 'claimed' OR claimed_at IS NOT NULL", "delivery_claim"),
        Index("delivery_by_state", "state", "received_at"),
        Index("delivery_by_sender", "sender", "thread", "received_at"),
    )

    key: str = Field(primary_key=True)
    also_key: str | None = Field(default=None, unique=True, index=True)
    """What a second delivery of the same request has in common with this one."""
    source: str
    thread: str = ""
    """Deliveries of one thread are worked on one after the other; an empty one stands alone."""
    body: str | None
    state: str = "new"
    received_at: int = Field(sa_type=BigInteger)
    claimed_at: int | None = Field(default=None, sa_type=BigInteger)
    claimed_by: str | None = None
    """The process that works on it, by the name it has given itself."""
    not_before: int | None = Field(default=None, sa_type=BigInteger)
    """It was put off until then."""
    why: str | None = None
    """What made it fail."""
    sender: str = ""
    """Who sent it, as the platform names them; empty where nobody counts."""


class PostRow(SQLModel, table=True):
    """The intent to show something in a place, and how far that has come."""

    __tablename__ = "post"
    __table_args__ = (
        CheckConstraint(one_of("state", "new", "sending", "sent", "gone"), "post_state"),
        CheckConstraint("about_seq >= 1 AND shown_seq >= 0", "post_seqs"),
        CheckConstraint("state <> 'sending' OR sending_at IS NOT NULL", "post_sending"),
        CheckConstraint("state <> 'sent' OR remote_id IS NOT NULL", "post_sent"),
        Index("post_by_state", "state", "next_at"),
    )

    decision: str = Field(primary_key=True, foreign_key="decision.id")
    place: str = Field(primary_key=True)
    kind: str = Field(primary_key=True)
    about_seq: int = Field(primary_key=True)
    state: str = "new"
    wanted_at: int = Field(default=0, sa_type=BigInteger)
    """From when on it is to be there; the messages of a place come in this order."""
    sending_at: int | None = Field(default=None, sa_type=BigInteger)
    remote_id: str | None = None
    shown_seq: int = 0
    next_at: int | None = Field(default=None, sa_type=BigInteger)
    check_at: int | None = Field(default=None, sa_type=BigInteger)
    why: str | None = None
    """What made it go, or kept it from being edited for now."""


class SpendRow(SQLModel, table=True):
    """Money set aside before asking; what is not settled counts as spent."""

    __tablename__ = "spend"
    __table_args__ = (
        CheckConstraint("reserved >= 0 AND (settled IS NULL OR settled >= 0)", "spend_amounts"),
        Index("spend_by_at", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    decision: str = Field(foreign_key="decision.id", index=True)
    at: int = Field(sa_type=BigInteger)
    reserved: int = Field(sa_type=BigInteger)
    settled: int | None = Field(default=None, sa_type=BigInteger)


class IdentityRow(SQLModel, table=True):
    """Who a person is on a platform; without this row a person's events have no name."""

    __tablename__ = "identity"
    __table_args__ = (
        CheckConstraint(one_of("platform", *PLATFORMS), "identity_platform"),
        Index("identity_by_person", "person"),
    )

    platform: str = Field(primary_key=True)
    external_id: str = Field(primary_key=True)
    person: str
    label: str = ""
    """What people call the account, when its name is a number."""


class FormerRow(SQLModel, table=True):
    """A person's id from before two accounts were found to be theirs: older events still name it."""

    __tablename__ = "former"
    __table_args__ = (
        CheckConstraint("person <> now_person", "former_is_another"),
        Index("former_by_now_person", "now_person"),
    )

    person: str = Field(primary_key=True)
    now_person: str


class CodeRow(SQLModel, table=True):
    """The one live code with which a person may claim another account; what they were told is not kept."""

    __tablename__ = "code"
    __table_args__ = (CheckConstraint("length(digest) = 64", "code_digest"),)

    person: str = Field(primary_key=True)
    digest: str = Field(unique=True)
    expires_at: int = Field(sa_type=BigInteger)


class AttemptRow(SQLModel, table=True):
    """Somebody tried what they may not; the oldest rows make room for new ones."""

    __tablename__ = "attempt"
    __table_args__ = (
        CheckConstraint(one_of("platform", *PLATFORMS), "attempt_platform"),
        Index("attempt_by_at", "at"),
    )

    id: int | None = Field(default=None, primary_key=True)
    at: int = Field(sa_type=BigInteger)
    person: str
    platform: str
    act: str
    decision: str
    why: str
    """The key of the sentence that they were told."""
