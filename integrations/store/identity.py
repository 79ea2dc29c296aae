"""Persons and their names on the platforms: events know only the person's id."""

from collections.abc import Iterable, Sequence
from uuid import uuid4

from sqlmodel import Session, col, select

from integrations.store.tables import FormerRow, IdentityRow


def known(session: Session, platform: str, external_id: str, label: str) -> str | None:
    """The person of that name; none if there is something to write down."""
    row = session.get(IdentityRow, (platform, external_id))
    return None if row is None or _is_news(row, label) else row.person


def person(session: Session, platform: str, external_id: str, label: str = "") -> str:
    """The person of that name, a new one if there was none, from now on called so."""
    row = session.get(IdentityRow, (platform, external_id))
    if row is None:
        row = IdentityRow(platform=platform, external_id=external_id, person=str(uuid4()), label=label)
        session.add(row)
    elif _is_news(row, label):
        row.label = label
    return row.person


def names(session: Session, platform: str, persons: Iterable[str]) -> dict[str, str]:
    """What these persons are called on the platform; who has no name there is left out."""
    now_ids = present(session, persons)
    named = {row.person: row.external_id for row in _accounts(session, now_ids.values()) if row.platform == platform}
    return {each: named[now] for each, now in now_ids.items() if now in named}


def labels(session: Session, persons: Iterable[str]) -> dict[str, str]:
    """What these persons are called anywhere, rather by a name than by a number."""
    now_ids = present(session, persons)
    rows = sorted(_accounts(session, now_ids.values()), key=lambda row: (not row.label, row.platform), reverse=True)
    called = {row.person: row.label or row.external_id for row in rows}
    return {each: called[now] for each, now in now_ids.items() if now in called}


def formers(session: Session, person: str) -> frozenset[str]:
    """The ids that the same person had before."""
    return frozenset(session.exec(select(FormerRow.person).where(FormerRow.now_person == person)))


def present(session: Session, persons: Iterable[str]) -> dict[str, str]:
    """Each of these ids with the one that the person has now."""
    wanted = frozenset(persons)
    moved = session.exec(select(FormerRow).where(col(FormerRow.person).in_(wanted)))
    return dict(zip(wanted, wanted, strict=True)) | {row.person: row.now_person for row in moved}


def _accounts(session: Session, persons: Iterable[str]) -> Sequence[IdentityRow]:
    return session.exec(select(IdentityRow).where(col(IdentityRow.person).in_(set(persons)))).all()


def _is_news(row: IdentityRow, label: str) -> bool:
    return bool(label) and row.label != label
