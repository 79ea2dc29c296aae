"""Persons and their names on the platforms: events know only the person's id."""

from collections.abc import Iterable
from uuid import uuid4

from sqlmodel import Session, col, select

from integrations.store.tables import IdentityRow


def known(session: Session, platform: str, external_id: str) -> str | None:
    row = session.get(IdentityRow, (platform, external_id))
    return row.person if row else None


def person(session: Session, platform: str, external_id: str) -> str:
    """The person of that name, a new one if there was none."""
    found = known(session, platform, external_id)
    if found is not None:
        return found
    row = IdentityRow(platform=platform, external_id=external_id, person=str(uuid4()))
    session.add(row)
    return row.person


def names(session: Session, platform: str, persons: Iterable[str]) -> dict[str, str]:
    """What these persons are called on the platform; who has no name there is left out."""
    named = select(IdentityRow).where(IdentityRow.platform == platform, col(IdentityRow.person).in_(set(persons)))
    return {row.person: row.external_id for row in session.exec(named)}
