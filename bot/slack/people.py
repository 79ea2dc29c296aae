"""Who somebody is in a place of Slack, and who votes and approves there, as it is at this moment."""

import re
from collections.abc import Iterable
from typing import Final

from bot.electorate import LARGEST, Actor, Circle, Directory, Place, electorate, names_in, narrowed
from bot.permissions import Act, Refused, is_attempt, may
from bot.slack.workspace import PLATFORM, Workspace
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import VotePolicy
from consensus.ports import People
from integrations.slack.errors import DoubtfulError, PermanentError, RateLimitedError, SlackError
from integrations.slack.members import Room, Someone, group_ids, member_ids, people, room, someone, unknown
from integrations.slack.place import Place as Where
from integrations.slack.place import parse_place

NEEDS_PEOPLE: Final = frozenset({"put_to_vote", "reopen", "close", "extend", "cancel", "approve", "reject", "outcome"})
"""What may depend on who votes and approves in the place."""
_USER: Final = re.compile(r"@?(?P<id>[UW][A-Z0-9]{1,30})")
_GROUP: Final = re.compile(r"@?(?P<id>S[A-Z0-9]{1,30})")


async def require(workspace: Workspace, act: Act, user: str, where: Where, decision: Decision | None = None) -> str:
    """The person, who may do this there now; raises RequestError with the reason why not."""
    found = await someone(workspace.client, user)
    actor = await _actor(workspace, found, is_member=await _is_member(workspace, user, where))
    actor = actor.model_copy(update={"formers": await workspace.store.formers(actor.person)})
    room_found = await _room(workspace, where)
    place = Place(kind=room_found.kind if room_found else None, members=None)
    answer = may(act, actor, place, decision, None)
    if isinstance(answer, Refused) and decision and act in NEEDS_PEOPLE and not _is_certain(answer):
        answer = may(act, actor, place, decision, await _standing_of(workspace, decision, actor, found))
    if isinstance(answer, Refused):
        if is_attempt(answer):
            about = decision.id if decision else ""
            refused = workspace.store.refuse(actor.person, act, answer.key, platform=PLATFORM, decision=about)
            workspace.errands.run(refused)
        if where.is_direct and answer.key == "permission-not-member":
            raise RequestError("slack-direct-without-us")
        raise RequestError(answer.key, **answer.params)
    return actor.person


async def require_presence(workspace: Workspace, where: Where) -> None:
    """Raises PermanentError where we could not post, and RequestError where that is not known."""
    if where.is_direct:
        return
    try:
        found = await room(workspace.client, where.channel)
        members = await member_ids(workspace.client, where.channel)
    except (RateLimitedError, DoubtfulError) as error:
        raise RequestError("permission-unverified") from error
    except PermanentError as error:
        if (error.scope or "").startswith("mpim:"):
            raise RequestError("slack-group-talk") from error
        raise
    if found.is_archived:
        raise PermanentError("is_archived")
    if workspace.own.user not in members:
        raise PermanentError("not_in_channel")


async def assemble(workspace: Workspace, decision: Decision) -> People:
    """Voters and approvers, resolved now; raises RequestError("members-unknown")."""
    where = home_of(workspace, decision)
    members = await _members(workspace, decision.opened.asker, where) if where else None
    return await _electorate(workspace, decision, members, None)


async def require_voters(workspace: Workspace, vote: VotePolicy, asker: str, where: Where) -> None:
    """Raises RequestError when too few could vote there, or when that cannot be found out."""
    directory: Directory = {name: await _circle(workspace, name, where, None) for name in names_in(vote.voters)}
    here = Place(kind=None, members=await _members(workspace, asker, where))
    found, needed = narrowed(vote, here, directory)
    if not found:
        raise RequestError("slack-voters-nobody")
    if found < needed:
        raise RequestError("voters-too-few", found=found, needed=needed)


async def listed(workspace: Workspace, named: str | None, where: Where) -> frozenset[str]:
    """The people whom a list names, as far as they can be found."""
    circles = [await _circle(workspace, name, where, None) for name in names_in(named or "")]
    return frozenset(actor.person for circle in circles for actor in circle.people or () if actor.is_full)


async def _electorate(
    workspace: Workspace, decision: Decision, members: tuple[Actor, ...] | None, alone: Someone | None
) -> People:
    """Who of these votes and approves; `alone` is the one whom it is about, if nobody else matters."""
    where, policy = home_of(workspace, decision), decision.opened.policy
    found = await _room(workspace, where) if where else None
    names = names_in(f"{policy.vote.voters} {policy.approval.approvers or ''}")
    directory: Directory = {name: await _circle(workspace, name, where, alone) for name in names}
    asker = await workspace.store.present(decision.opened.asker)
    return electorate(decision, Place(kind=found.kind if found else None, members=members), directory, asker=asker)


async def _standing_of(workspace: Workspace, decision: Decision, actor: Actor, found: Someone) -> People | None:
    """Whether this one person votes and approves there now; none if that cannot be found out."""
    if actor.is_member is None:
        return None
    try:
        return await _electorate(workspace, decision, (actor,) if actor.is_member else (), found)
    except RequestError:
        return None


def home_of(workspace: Workspace, decision: Decision) -> Where | None:
    """The first place in this workspace where the decision stands."""
    places = (_in_workspace(workspace, place) for place in decision.opened.places)
    return next((place for place in places if place), None)


def _in_workspace(workspace: Workspace, place: str) -> Where | None:
    try:
        where = parse_place(place)
    except ValueError:
        return None
    return where if where.team == workspace.own.team else None


def _is_certain(answer: Refused) -> bool:
    """A refusal that knowing the electorate cannot change."""
    return answer.key in {"approve-nothing-open", "no-such-decision", "permission-bot", "permission-deactivated"}


async def _members(workspace: Workspace, asker: str, where: Where) -> tuple[Actor, ...] | None:
    """The members of the place; of a large one nobody is asked about. In a direct message it is who asked."""
    if where.is_direct:
        named = await workspace.store.names("slack", [asker])
        users = frozenset(name.partition(":")[2] for name in named.values())
        return await _known(workspace, users)
    try:
        users = await member_ids(workspace.client, where.channel) - {workspace.own.user}
    except SlackError:
        return None
    return await _known(workspace, users)


async def _known(workspace: Workspace, users: Iterable[str]) -> tuple[Actor, ...]:
    named = sorted(users)
    if len(named) > LARGEST:
        return tuple([await _actor(workspace, unknown(user), is_member=True) for user in named])
    return tuple([await _actor(workspace, each, is_member=True) for each in await people(workspace.client, named)])


async def _circle(workspace: Workspace, name: str, where: Where | None, alone: Someone | None) -> Circle:
    """Whom a name stands for: a person by id, the members of a user group, or nobody that we could find."""
    try:
        if user := _USER.fullmatch(name):
            is_member = await _is_member(workspace, user["id"], where) if where else None
            found = await someone(workspace.client, user["id"])
            return Circle(people=(await _actor(workspace, found, is_member=is_member),), is_person=True)
        if group := _GROUP.fullmatch(name):
            users = await group_ids(workspace.client, group["id"])
            return Circle(people=await _known(workspace, users & {alone.user} if alone else users))
    except SlackError:
        return Circle(people=None)
    return Circle(people=None)


async def _actor(workspace: Workspace, found: Someone, *, is_member: bool | None) -> Actor:
    person = await workspace.person(found.user, found.name)
    return Actor(person=person, is_member=is_member, **found.model_dump(exclude={"user", "name"}))


async def _is_member(workspace: Workspace, user: str, where: Where) -> bool | None:
    """Whether they are there now; a direct conversation is that of one person with us."""
    try:
        if where.is_direct:
            return parse_place(await workspace.channel.direct(user)).channel == where.channel
        return user in await member_ids(workspace.client, where.channel)
    except SlackError:
        return None


async def _room(workspace: Workspace, where: Where) -> Room | None:
    try:
        return await room(workspace.client, where.channel)
    except SlackError:
        return None
