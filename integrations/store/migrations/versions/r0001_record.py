"""The record: decisions, events and their triggers, search, deliveries, posts, spending, identities."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None

KEPT = ("decision", "seq", "at", "kind", "actor", "facts", "payload_digest", "prev_hash", "hash")
TRIGGERS = (
    """
    CREATE TRIGGER event_is_never_deleted BEFORE DELETE ON event
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
    f"""
    CREATE TRIGGER event_is_only_erased BEFORE UPDATE ON event
    WHEN NEW.payload IS NOT NULL OR NEW.salt IS NOT NULL
        OR {" OR ".join(f"NEW.{column} IS NOT OLD.{column}" for column in KEPT)}
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
    """
    CREATE TRIGGER event_is_never_replaced BEFORE INSERT ON event
    WHEN EXISTS (SELECT 1 FROM event WHERE decision = NEW.decision AND seq = NEW.seq)
    BEGIN SELECT RAISE(ABORT, 'the record is append-only'); END
    """,
)
STATUSES = (
    "'deliberating', 'decided', 'awaiting_vote', 'awaiting_approval', "
    "'no_quorum', 'undecided', 'not_needed', 'cancelled'"
)


def upgrade() -> None:
    _decision()
    _event()
    _delivery()
    _post()
    _spend()
    _identity()
    for trigger in TRIGGERS:
        op.execute(trigger)
    op.execute("CREATE VIRTUAL TABLE decision_words USING fts5(words, tokenize = 'unicode61 remove_diacritics 2')")


def _decision() -> None:
    op.create_table(
        "decision",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", sa.String, nullable=False, unique=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("head", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("question", sa.String, nullable=False),
        sa.Column("winner", sa.String),
        sa.Column("band", sa.String),
        sa.Column("decided_by", sa.String),
        sa.Column("places", sa.String, nullable=False),
        sa.Column("opened_at", sa.BigInteger, nullable=False),
        sa.Column("closed_at", sa.BigInteger),
        sa.Column("due_at", sa.BigInteger),
        sa.Column("open_key", sa.String, unique=True),
        sa.Column("owner", sa.String),
        sa.Column("lease_until", sa.BigInteger),
        sa.Column("epoch", sa.Integer, nullable=False),
        sa.CheckConstraint("seq >= 1", "decision_seq"),
        sa.CheckConstraint("epoch >= 0", "decision_epoch"),
        sa.CheckConstraint("(owner IS NULL) = (lease_until IS NULL)", "decision_lease"),
        sa.CheckConstraint(f"status IN ({STATUSES})", "decision_status"),
        sa.CheckConstraint("band IS NULL OR band IN ('strong', 'moderate', 'weak')", "decision_band"),
    )
    op.create_index("decision_by_status", "decision", ["status", "number"])
    op.create_index("decision_by_due_at", "decision", ["due_at"])


def _event() -> None:
    op.create_table(
        "event",
        sa.Column("decision", sa.String, sa.ForeignKey("decision.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("facts", sa.String, nullable=False),
        sa.Column("payload", sa.String),
        sa.Column("salt", sa.String),
        sa.Column("payload_digest", sa.String, nullable=False),
        sa.Column("prev_hash", sa.String, nullable=False),
        sa.Column("hash", sa.String, nullable=False),
        sa.CheckConstraint("seq >= 1", "event_seq"),
        sa.CheckConstraint("(payload IS NULL) = (salt IS NULL)", "event_erasure"),
        sa.CheckConstraint(
            "length(hash) = 64 AND length(prev_hash) = 64 AND length(payload_digest) = 64", "event_hashes"
        ),
    )


def _delivery() -> None:
    op.create_table(
        "delivery",
        sa.Column("key", sa.String, primary_key=True),
        sa.Column("source", sa.String, nullable=False),
        sa.Column("body", sa.String),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("received_at", sa.BigInteger, nullable=False),
        sa.Column("claimed_at", sa.BigInteger),
        sa.CheckConstraint("source IN ('slack', 'github')", "delivery_source"),
        sa.CheckConstraint("state IN ('new', 'claimed', 'done', 'failed')", "delivery_state"),
        sa.CheckConstraint("(state = 'done') = (body IS NULL)", "delivery_body"),
        sa.CheckConstraint("state <> 'claimed' OR claimed_at IS NOT NULL", "delivery_claim"),
    )
    op.create_index("delivery_by_state", "delivery", ["state", "received_at"])


def _post() -> None:
    op.create_table(
        "post",
        sa.Column("decision", sa.String, sa.ForeignKey("decision.id"), primary_key=True),
        sa.Column("place", sa.String, primary_key=True),
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("about_seq", sa.Integer, primary_key=True),
        sa.Column("state", sa.String, nullable=False),
        sa.Column("sending_at", sa.BigInteger),
        sa.Column("remote_id", sa.String),
        sa.Column("shown_seq", sa.Integer, nullable=False),
        sa.Column("next_at", sa.BigInteger),
        sa.CheckConstraint("state IN ('new', 'sending', 'sent', 'gone')", "post_state"),
        sa.CheckConstraint("about_seq >= 1 AND shown_seq >= 0", "post_seqs"),
        sa.CheckConstraint("state <> 'sending' OR sending_at IS NOT NULL", "post_sending"),
        sa.CheckConstraint("state <> 'sent' OR remote_id IS NOT NULL", "post_sent"),
    )
    op.create_index("post_by_state", "post", ["state", "next_at"])


def _spend() -> None:
    op.create_table(
        "spend",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("decision", sa.String, sa.ForeignKey("decision.id"), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("reserved", sa.BigInteger, nullable=False),
        sa.Column("settled", sa.BigInteger),
        sa.CheckConstraint("reserved >= 0 AND (settled IS NULL OR settled >= 0)", "spend_amounts"),
    )
    op.create_index("spend_by_at", "spend", ["at"])
    op.create_index("ix_spend_decision", "spend", ["decision"])


def _identity() -> None:
    op.create_table(
        "identity",
        sa.Column("platform", sa.String, primary_key=True),
        sa.Column("external_id", sa.String, primary_key=True),
        sa.Column("person", sa.String, nullable=False),
        sa.CheckConstraint("platform IN ('slack', 'github', 'terminal')", "identity_platform"),
    )
    op.create_index("identity_by_person", "identity", ["person"])
