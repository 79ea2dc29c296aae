"""Alembic revisions of the record."""
