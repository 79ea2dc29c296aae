"""What a post on GitHub says now, and the sign at the request when its decision has ended."""

import logging
from typing import Final

from bot.github.answering import react_to, reply
from bot.github.site import PLATFORM, Site, home_of
from consensus.answered import COURSE, VOTES, is_done_on, where_people_answer
from consensus.card import Speaker
from consensus.decision import Decision
from consensus.head import head_at, head_of
from consensus.notices import over_at, over_key
from integrations.github.channel import STATUS, Message
from integrations.github.checks import Check, check_of
from integrations.github.errors import GitHubError
from integrations.github.markdown import Comment, marked, over, sticky, turn, verdict
from integrations.github.offers import Around
from integrations.github.place import Place, parse_place
from integrations.github.pull_question import asks_to_merge, says_merge
from integrations.github.replies import headline, sentence
from integrations.store.posts import Post
from integrations.store.visible import about_commit, newest_of

LACKING: Final = frozenset({"not_accessible", "forbidden"})
"""How GitHub refuses what it gave no permission for."""
logger = logging.getLogger(__name__)


async def draw(site: Site, decision: Decision, post: Post, *, plain: bool) -> Message | None:
    """The message of a post; plain is one sentence of it, without anything that may be refused."""
    say = await site.voice(decision.opened.lang, decision)
    where = parse_place(post.place)
    if post.kind == "check":
        return await _check(site, decision, post)
    if plain:
        return marked(headline(decision, say), post.marker)
    return marked(_comment(decision, say, await around_of(site, decision, where), post), post.marker)


def _comment(decision: Decision, say: Speaker, around: Around, post: Post) -> Comment:
    match post.kind:
        case "verdict":
            return verdict(decision, say, around)
        case "turn" | "reminder" if over_at(decision, post.about_seq):
            return over(decision, say, over_key(decision, post.about_seq))
        case "turn" | "reminder" as call:
            return turn(decision, say, around, call)
    return sticky(decision, say, around)


async def ended(site: Site, decision: Decision) -> None:
    """A sign at the request itself: it was answered, or it could not be; what replaces it will tell."""
    home = None if decision.end.superseded_by else home_of(decision)
    if home is not None and str(home) == decision.opened.places[0]:
        end = decision.end.verdict
        is_decided = end is not None and end.facts.status == "decided"
        await react_to(site, home.repo, decision.opened.origin, "rocket" if is_decided else "confused")


async def tell_gone(site: Site, decision: Decision, post: Post, why: str) -> None:
    """A check that the app may not make is told in the conversation; else there is only the sign of what failed."""
    logger.warning("not shown: decision=%s place=%s kind=%s why=%s", decision.id, post.place, post.kind, why)
    where = parse_place(post.place)
    if post.kind != "check" or why not in LACKING:
        await react_to(site, where.repo, decision.opened.origin, "confused")
        return
    told = (await site.voice(decision.opened.lang))("github-check-refused", id=decision.id)
    try:
        await reply(site, where, f"check:{decision.id.removeprefix('D-')}", sentence(told))
    except GitHubError as error:
        logger.warning("not told: decision=%s why=%s", decision.id, error.key)


async def _check(site: Site, decision: Decision, post: Post) -> Check | None:
    """None where a status of what has taken its place stands: of one name GitHub goes by the newest."""
    successor = decision.end.superseded_by
    is_status = (post.remote_id or "").startswith(STATUS)
    if successor and is_status and await site.store.look(newest_of(successor, post.place, "check")):
        return None
    say = await site.voice(decision.opened.lang, decision)
    around = await around_of(site, decision, parse_place(post.place))
    head = head_at(decision, post.about_seq) or ""
    if decision.opened.check == "gate" and says_merge(decision):
        around = around.model_copy(update={"twin": await _twin(site, post.place, head)})
    return check_of(decision, say, around, head=head, has_gate=decision.opened.check == "gate")


async def _twin(site: Site, place: str, head: str) -> str:
    """GitHub keeps the checks of a commit, not of a pull request: one that says yes would let the other be merged."""
    for found in await site.store.look(about_commit(place, head)):
        other = await site.store.load(found)
        is_live = not (other.end.superseded_by or other.end.cancelled) and head_of(other) == head
        if is_live and other.opened.check == "gate" and asks_to_merge(other) and not says_merge(other):
            return other.id
    return ""


async def around_of(site: Site, decision: Decision, where: Place) -> Around:
    """What the record does not hold."""
    origin = ""
    if str(where) == decision.opened.places[0]:
        origin = await site.address(where, decision.opened.origin)
    is_here = where_people_answer(decision) == PLATFORM
    elsewhere = "" if is_here else (await site.works.answered(decision)).name
    not_here = frozenset(verb for verb in (*COURSE, *VOTES) if not is_done_on(PLATFORM, decision, verb))
    mood = await _mood(site, decision, where)
    return Around(origin=origin, elsewhere=elsewhere, not_here=not_here, mood=mood)


async def _mood(site: Site, decision: Decision, where: Place) -> tuple[tuple[str, int], ...]:
    """The reactions to the comment that opened the vote; nobody waits for them."""
    vote = decision.people.vote
    remote = await site.store.look(newest_of(decision.id, str(where), "turn")) if vote else None
    if remote is None:
        return ()
    try:
        found = await site.client.read(where.repo, f"issues/comments/{remote}")
        given = found.get("reactions") or {}
    except (GitHubError, AttributeError):
        return ()
    return tuple((name, count) for name, count in given.items() if isinstance(count, int) and name != "total_count")
