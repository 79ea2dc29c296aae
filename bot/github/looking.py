"""Look-ups on GitHub: answered in the conversation, with only what everybody who can read it may see."""

import re
from typing import Final

from bot.answers import Written
from bot.export import as_markdown
from bot.flags import IN_CHAT
from bot.github.answering import answer, lang_of, place_of
from bot.github.drawing import around_of
from bot.github.site import PLATFORM, Site, home_of
from bot.github.voice import GitHubSpeaker
from bot.readers import VERBS
from bot.spoken import Help, List, Look, Search, Status
from bot.terminal.explaining import explained
from bot.viewing import Viewer, seen_id, seen_rooms, seen_row
from consensus.errors import BrokenRecordError, NotFoundError, RequestError
from consensus.recount import recount
from integrations.github import replies
from integrations.github.errors import GitHubError
from integrations.github.incoming import Spoken
from integrations.github.markdown import Comment, verdict
from integrations.github.offers import Around
from integrations.github.place import parse_place
from integrations.github.replies import Entry
from integrations.store import visible
from integrations.store.lookup import Row
from integrations.store.visible import Wanted, room_of

LookUp = Help | List | Search | Status | Look
MOST: Final = 20


async def look(site: Site, said: Spoken, command: LookUp) -> None:
    """Answers everybody in the conversation; raises NotFoundError for what they may not all see."""
    say = await site.voice(await lang_of(site, said))
    viewer = await _viewer(site, said)
    try:
        found = await _answer(site, command, viewer, say)
    except BrokenRecordError as error:
        found = replies.refusal(error, say)
    await answer(site, said, found)


async def _answer(site: Site, command: LookUp, viewer: Viewer, say: GitHubSpeaker) -> Comment:
    match command:
        case Help(verb=verb):
            return _help(verb, say)
        case List(state=state):
            asker = viewer.person if state == "mine" else None
            stated = None if state == "mine" else state
            wanted = Wanted(rooms=await seen_rooms(viewer, site.store), state=stated, asker=asker)
            return await _listed(site, wanted, say("slack-list"), say)
        case Search(words=words):
            sought = " ".join(re.findall(r"\w+", words))
            if not sought:
                raise RequestError("search-words")
            wanted = Wanted(rooms=await seen_rooms(viewer, site.store), words=sought)
            return await _listed(site, wanted, say("slack-search-title", words=sought), say)
        case Status(id=None, thread=None):
            wanted = Wanted(rooms=frozenset({room_of(viewer.place)}), state="open")
            return await _listed(site, wanted, say("slack-status-open"), say)
    return await _one(site, command, viewer, say)


async def _one(site: Site, command: Status | Look, viewer: Viewer, say: GitHubSpeaker) -> Comment:
    decision_id = await seen_id(command, viewer, site.store)
    row = await seen_row(decision_id, viewer, site.store) if decision_id else None
    if row is None:
        raise NotFoundError("no-such-decision", id=command.id) if command.id else RequestError("which-decision")
    if isinstance(command, Look) and command.verb == "verify":
        return await _verified(site, row.id, say)
    decision = await site.store.load(row.id)
    voice = await site.voice(decision.opened.lang, decision)
    match command:
        case Look(verb="why"):
            return replies.explanation(decision, explained(decision, voice.unescaped()), voice)
        case Look(verb="export"):
            return replies.document(as_markdown(decision, Written(voice.unescaped())), decision.id, voice)
    home = home_of(decision)
    return verdict(decision, voice, await around_of(site, decision, home) if home else Around())


async def _listed(site: Site, wanted: Wanted, title: str, say: GitHubSpeaker) -> Comment:
    page = await site.store.look(visible.page(wanted, MOST))
    return replies.listing(title, [_entry(row) for row in page.rows], say, total=len(page.rows) + page.older)


def _entry(row: Row) -> Entry:
    return Entry.model_validate(row.model_dump(include=set(Entry.model_fields)))


async def _verified(site: Site, decision_id: str, say: GitHubSpeaker) -> Comment:
    try:
        decision = recount(await site.store.raw_events(decision_id))
        await site.store.verify(decision_id)
    except BrokenRecordError as error:
        why = say(error.key, **error.params)
        return replies.sentence(say("verify-broken", id=decision_id, why=why))
    return replies.sentence(say("verify-whole", id=decision.id, events=decision.seq, hash=decision.head))


def _help(verb: str | None, say: GitHubSpeaker) -> Comment:
    named = list(dict.fromkeys(VERBS.values()))
    if verb in named:
        return replies.help_reply([(verb, say(f"help-verb-{verb}"))], (), say)
    verbs = [(each, say(f"help-verb-{each}")) for each in named]
    flags = [(f"--{name}", say(f"help-flag-{name}")) for name in IN_CHAT]
    return replies.help_reply(verbs, flags, say)


async def _viewer(site: Site, said: Spoken) -> Viewer:
    """The conversation itself: it may show what stands in its own repository, and in those that all can read now."""
    here = room_of(str(place_of(said)))
    asked: dict[str, bool] = {}

    async def sees(room: str) -> bool:
        if room == here:
            return True
        if room.startswith(f"{PLATFORM}:") and room not in asked:
            asked[room] = await _is_public(site, room)
        return asked.get(room, False)

    return Viewer(person=await site.person(said.sender), sees=sees, place=str(place_of(said)))


async def _is_public(site: Site, room: str) -> bool:
    """What cannot be found out is not shown, and looks like what does not exist."""
    try:
        return not (await site.client.repositories.now(parse_place(f"{room}1").repo)).is_private
    except GitHubError:
        return False
