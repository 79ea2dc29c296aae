"""What two platforms need: persons with several accounts, refused attempts, and requests that wait for their turn."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("delivery", sa.Column("claimed_by", sa.String))
    op.add_column("delivery", sa.Column("not_before", sa.BigInteger))
    op.add_column("identity", sa.Column("label", sa.String, nullable=False, server_default=""))
    op.create_table(
        "former",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("now_person", sa.String, nullable=False),
        sa.CheckConstraint("person <> now_person", "former_is_another"),
    )
    op.create_index("former_by_now_person", "former", ["now_person"])
    op.create_table(
        "code",
        sa.Column("person", sa.String, primary_key=True),
        sa.Column("digest", sa.String, nullable=False, unique=True),
        sa.Column("expires_at", sa.BigInteger, nullable=False),
        sa.CheckConstraint("length(digest) = 64", "code_digest"),
    )
    op.create_table(
        "attempt",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", sa.String, nullable=False),
        sa.Column("platform", sa.String, nullable=False),
        sa.Column("act", sa.String, nullable=False),
        sa.Column("decision", sa.String, nullable=False),
        sa.Column("why", sa.String, nullable=False),
        sa.CheckConstraint("platform IN ('slack', 'github', 'terminal')", "attempt_platform"),
    )
    op.create_index("attempt_by_at", "attempt", ["at"])
