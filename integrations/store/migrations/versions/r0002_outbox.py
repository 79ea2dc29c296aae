"""What a chat needs: doubles and threads of deliveries, the order and the doubts of posts, places of decisions."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"

PLACES = """
    INSERT INTO place (place, decision_number, room)
    SELECT DISTINCT
        place.value, number, coalesce(nullif(rtrim(place.value, replace(place.value, ':', '')), ''), place.value)
    FROM decision, json_each(decision.places) AS place
"""
"""A room is what stands before the last colon, with it."""


def upgrade() -> None:
    op.add_column("delivery", sa.Column("also_key", sa.String))
    op.add_column("delivery", sa.Column("thread", sa.String, nullable=False, server_default=""))
    op.add_column("delivery", sa.Column("why", sa.String))
    op.create_index("ix_delivery_also_key", "delivery", ["also_key"], unique=True)
    op.add_column("post", sa.Column("wanted_at", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("post", sa.Column("check_at", sa.BigInteger))
    op.add_column("post", sa.Column("why", sa.String))
    op.create_index("decision_by_opened_at", "decision", ["opened_at"])
    op.create_index("decision_by_closed_at", "decision", ["closed_at"])
    op.create_table(
        "place",
        sa.Column("place", sa.String, primary_key=True),
        sa.Column("decision_number", sa.Integer, sa.ForeignKey("decision.number"), primary_key=True),
        sa.Column("room", sa.String, nullable=False),
    )
    op.create_index("place_by_decision", "place", ["decision_number", "room"])
    op.execute(PLACES)
