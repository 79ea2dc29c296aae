"""Who sent a request: how much one person has asked in one conversation is counted from what came in."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.add_column("delivery", sa.Column("sender", sa.String, nullable=False, server_default=""))
    op.create_index("delivery_by_sender", "delivery", ["sender", "thread", "received_at"])
