"""Joins two accounts of one person: a code that they are given on one platform is shown on another."""

import hashlib
import re
import secrets
from typing import Final, Literal

from sqlmodel import Session, col, select, update

from consensus.events import Instant
from consensus.model import Model
from integrations.store import attempts, identity, record, visible
from integrations.store.attempts import Attempt
from integrations.store.tables import CodeRow, DecisionRow, EventRow, FormerRow, IdentityRow

ALPHABET: Final = "ABCDEFGHJKMNPQRSTUVWXYZ23456789"
"""Nothing in it looks like anything else."""
LENGTH: Final = 8
MOST_WRONG: Final = 5
HOUR: Final = 3_600_000_000
UNKNOWN: Final = "link-unknown"


class Account(Model):
    """A name on a platform."""

    platform: str
    external_id: str


class LinkResult(Model):
    """What came of a code; `decision` keeps the account busy."""

    outcome: Literal["linked", "unknown", "already", "busy", "limited"]
    decision: str = ""


def issue_code(session: Session, person: str, expires_at: Instant) -> str:
    """A new code in place of the last; only its digest is kept."""
    code = "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))
    session.merge(CodeRow(person=person, digest=_digest(code), expires_at=expires_at))
    return code


def link(session: Session, code: str, account: Account, now: Instant) -> LinkResult:
    """From now on the account is that of whoever was given the code; who it was before is a former id of theirs.

    Others may have read a code that was shown, so it is spent whatever comes of it.
    """
    issuer = _spend(session, code, now)
    earlier = identity.person(session, account.platform, account.external_id)
    if attempts.count_of(session, earlier, UNKNOWN, now - HOUR) >= MOST_WRONG:
        return LinkResult(outcome="limited")
    if issuer is None:
        wrong = Attempt(at=now, person=earlier, platform=account.platform, act="link", decision="", why=UNKNOWN)
        attempts.keep(session, wrong)
        return LinkResult(outcome="unknown")
    if _is_linked(session, issuer, earlier, account.platform):
        return LinkResult(outcome="already")
    if decision := _busy_with(session, earlier):
        return LinkResult(outcome="busy", decision=decision)
    _join(session, earlier, issuer)
    return LinkResult(outcome="linked")


def _spend(session: Session, code: str, now: Instant) -> str | None:
    """Who was given this code, if it is still good."""
    row = session.exec(select(CodeRow).where(CodeRow.digest == _digest(code))).first()
    if row is None:
        return None
    session.delete(row)
    return row.person if now < row.expires_at else None


def _is_linked(session: Session, issuer: str, earlier: str, platform: str) -> bool:
    """One of them has an account on the other's platform already, be it this very account."""
    accounts = session.exec(select(IdentityRow).where(col(IdentityRow.person).in_((issuer, earlier))))
    return any((account.person == issuer) == (account.platform == platform) for account in accounts)


def _busy_with(session: Session, person: str) -> str | None:
    """The open decision that counts on this person as another than who they turn out to be."""
    asked = (EventRow.decision == DecisionRow.id, EventRow.seq == 1, EventRow.actor == person)
    open_one = select(DecisionRow.id).where(*asked, col(DecisionRow.closed_at).is_(None))
    if first := session.exec(open_one.order_by(col(DecisionRow.number))).first():
        return first
    return next((each for each in visible.named(person)(session) if _takes_part(session, each, person)), None)


def _takes_part(session: Session, decision_id: str, person: str) -> bool:
    people = record.load(session, decision_id).people
    vote, proposal = people.open_vote, people.open_proposal
    is_asked = proposal is not None and person in proposal.made.facts.approvers
    return is_asked or (vote is not None and vote.takes_part(person))


def _join(session: Session, earlier: str, person: str) -> None:
    session.execute(update(IdentityRow).where(col(IdentityRow.person) == earlier).values(person=person))
    session.execute(update(FormerRow).where(col(FormerRow.now_person) == earlier).values(now_person=person))
    session.add(FormerRow(person=earlier, now_person=person))


def _digest(code: str) -> str:
    """The same however it was typed: in small letters, or in groups."""
    return hashlib.sha256(re.sub(r"[\s-]", "", code).upper().encode()).hexdigest()
