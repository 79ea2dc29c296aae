"""What is to be shown and how far that has come: a row per message, written with its event, claimed before it is sent.

A post is new, then `sending` while a call may be under way, then `sent`, or `gone` when the platform will not have it;
one that is there and may not be edited for now stays `sent`.
Only a newer claim may touch a row that is `sending`, and only once the old call can no longer be under way.
`next_at` is when there is something to do; none when what is shown is what is so.
"""

from collections.abc import Iterable, Mapping
from typing import Final, cast

from sqlalchemy import ColumnElement, and_, delete, or_
from sqlmodel import Session, col, select, update

from consensus.channel import Marker
from consensus.decision import Decision
from consensus.events import Instant
from consensus.model import Model
from consensus.notices import Intent, PostKind, newest_told
from integrations.store import record
from integrations.store.lease import LEASE_FOR
from integrations.store.tables import DecisionRow, PostRow

CARD: Final[PostKind] = "card"
EDITED: Final[frozenset[PostKind]] = frozenset({CARD, "check"})
"""The kinds whose messages follow the decision; the others are said once, and once more when they are over."""
EDIT_EVERY: Final = 1_000_000
UNDER_WAY: Final = LEASE_FOR
"""So long after it was claimed a call may still be under way; it starts in the first half of that."""
COLUMNS: Final = ("decision", "place", "kind", "about_seq", "state", "remote_id", "shown_seq", "next_at", "check_at")


class Post(Model):
    """One message of one place, as its row was when it was read."""

    decision: str
    place: str
    kind: PostKind
    about_seq: int
    state: str
    sending_at: Instant
    """When it was last claimed; 0 before the first time."""
    remote_id: str | None
    shown_seq: int
    next_at: Instant | None
    check_at: Instant | None
    """A send was doubtful: then it is looked whether a second message came of it."""
    root: str | None = None
    """The message of the decision's card in this place."""

    @property
    def marker(self) -> Marker:
        return Marker(decision=self.decision, kind=self.kind, about_seq=self.about_seq)

    @property
    def is_to_be_checked(self) -> bool:
        """It is there, and it is time to look for a second one."""
        return self.remote_id is not None and self.check_at is not None and self.check_at <= self.sending_at


def intend(session: Session, decision: Decision, intents: Iterable[Intent], now: Instant) -> None:
    """Write what is wanted and wake what follows the decision; a message not begun yet can still be put off."""
    for intent in intents:
        row = session.get(PostRow, (decision.id, intent.place, intent.kind, intent.about_seq))
        if row is None:
            wanted = intent.model_dump(exclude={"at"})
            session.add(PostRow(decision=decision.id, **wanted, wanted_at=intent.at, next_at=intent.at))
        elif row.state == "new":
            row.wanted_at = row.next_at = intent.at
    shown = select(PostRow).where(PostRow.decision == decision.id, PostRow.state == "sent")
    for row in session.exec(shown):
        if row.shown_seq >= newest_told(decision, cast("PostKind", row.kind), row.about_seq):
            continue
        if row.next_at in (None, row.check_at) or row.why is not None:
            row.next_at = max(now, (row.sending_at or 0) + EDIT_EVERY)


def due(session: Session, now: Instant, surface: str) -> list[Post]:
    """At most one of each place, so that messages keep their order: what is not there yet holds up what comes later."""
    wanted = and_(col(PostRow.state).in_(("new", "sending")), col(PostRow.wanted_at) <= now)
    changed = and_(col(PostRow.state) == "sent", col(PostRow.next_at) <= now)
    order = (PostRow.wanted_at, PostRow.decision, PostRow.about_seq, PostRow.kind)
    statement = select(PostRow).where(col(PostRow.place).startswith(surface, autoescape=True), or_(wanted, changed))
    heads: dict[str, PostRow] = {}
    for row in session.exec(statement.order_by(*(col(column) for column in order))):
        if row.remote_id is None or _is_due(row, now):
            heads.setdefault(row.place, row)
    return [_post(session, row) for row in heads.values() if _is_due(row, now)]


def start(session: Session, post: Post, now: Instant) -> Post | None:
    """One compare-and-set; none when the row is no longer what it was when the post was read."""
    was_doubtful = post.state == "sending" and post.remote_id is None
    claimed = {
        "state": "sending",
        "sending_at": now,
        "next_at": now + UNDER_WAY,
        "check_at": now if was_doubtful else post.check_at,
    }
    as_read = and_(_is(post), col(PostRow.state) == post.state, col(PostRow.next_at) == post.next_at)
    statement = update(PostRow).where(as_read).values(claimed).returning(col(PostRow.place))
    return post.model_copy(update=claimed) if session.execute(statement).first() else None


def sent(session: Session, post: Post, remote_id: str, shown_seq: int, now: Instant) -> bool:
    """It is there and shows the decision up to that event; false when the claim was lost meanwhile."""
    is_behind = _is_behind(session, post, shown_seq)
    check_at = _next_check(post, now)
    times = [post.sending_at + EDIT_EVERY if is_behind else None, check_at]
    next_at = min((at for at in times if at is not None), default=None)
    shown = {"remote_id": remote_id, "shown_seq": shown_seq, "why": None}
    return _conclude(session, post, {"state": "sent", "next_at": next_at, "check_at": check_at, **shown})


def later(session: Session, post: Post, at: Instant) -> bool:
    """Nothing was written, and nothing will be before that instant."""
    return _conclude(session, post, {"state": "new" if post.remote_id is None else "sent", "next_at": at})


def gone(session: Session, post: Post, why: str) -> bool:
    """The place will not have it; true for the first of this decision there, which somebody should be told."""
    is_first = _is_first_trouble(session, post)
    ended = {"state": "gone", "next_at": None, "check_at": None, "why": why}
    return _conclude(session, post, ended) and is_first


def refused(session: Session, post: Post, why: str, again_at: Instant | None) -> bool:
    """It is there and could not be edited; true for the first trouble of this decision there."""
    is_first = _is_first_trouble(session, post)
    return _conclude(session, post, {"state": "sent", "next_at": again_at, "check_at": None, "why": why}) and is_first


def withdraw(session: Session, post: Post) -> None:
    """It is no longer timely and was never there."""
    session.execute(delete(PostRow).where(_is_claimed(post)))


def lost(session: Session) -> list[tuple[Post, str]]:
    """What a place will not have, or not as it is now, and why, the newest first."""
    statement = select(PostRow).where(col(PostRow.why).is_not(None)).order_by(col(PostRow.wanted_at).desc())
    return [(_post(session, row), row.why or "") for row in session.exec(statement)]


def _is_behind(session: Session, post: Post, shown_seq: int) -> bool:
    """Whether more has happened meanwhile that the message has to tell."""
    newest = session.exec(select(DecisionRow.seq).where(DecisionRow.id == post.decision)).one()
    if shown_seq >= newest or post.kind in EDITED:
        return shown_seq < newest
    return shown_seq < newest_told(record.load(session, post.decision), post.kind, post.about_seq)


def _is_first_trouble(session: Session, post: Post) -> bool:
    here = (PostRow.decision == post.decision, PostRow.place == post.place, col(PostRow.why).is_not(None))
    return session.exec(select(PostRow).where(*here)).first() is None


def _next_check(post: Post, now: Instant) -> Instant | None:
    if post.check_at is None or post.is_to_be_checked:
        return None
    return now + UNDER_WAY if post.remote_id is None else post.check_at


def _conclude(session: Session, post: Post, values: Mapping[str, object]) -> bool:
    statement = update(PostRow).where(_is_claimed(post)).values(values).returning(col(PostRow.place))
    return session.execute(statement).first() is not None


def _post(session: Session, row: PostRow) -> Post:
    here = (PostRow.decision == row.decision, PostRow.place == row.place, PostRow.kind == CARD)
    root = session.exec(select(PostRow.remote_id).where(*here)).first()
    return Post(**row.model_dump(include=set(COLUMNS)), sending_at=row.sending_at or 0, root=root)


def _is_due(row: PostRow, now: Instant) -> bool:
    return row.next_at is not None and row.next_at <= now


def _is(post: Post) -> ColumnElement[bool]:
    return and_(
        col(PostRow.decision) == post.decision,
        col(PostRow.place) == post.place,
        col(PostRow.kind) == post.kind,
        col(PostRow.about_seq) == post.about_seq,
    )


def _is_claimed(post: Post) -> ColumnElement[bool]:
    return and_(_is(post), col(PostRow.state) == "sending", col(PostRow.sending_at) == post.sending_at)
