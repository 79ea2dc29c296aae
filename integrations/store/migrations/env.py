"""Runs the revisions inside the transaction of the connection that `schema.py` hands over."""

from alembic import context
from sqlmodel import SQLModel

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=SQLModel.metadata,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
