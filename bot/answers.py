"""Look-ups in chat: a command becomes an answer for the one person who asked, holding only what they may see."""

from datetime import UTC, datetime
from typing import Final

from bot import found
from bot.export import as_markdown
from bot.flags import IN_CHAT
from bot.found import Asking, Turn
from bot.readers import VERBS
from bot.slack.cards import card_here
from bot.spoken import Help, List, Look, Search, Status
from bot.terminal.explaining import explained
from bot.terminal.speaker import MILLION
from bot.viewing import Viewer, may_share, seen_id, seen_row
from consensus.card import Moment, Money, Person, Speaker, make_card, render
from consensus.card.about import about
from consensus.decision import Decision
from consensus.errors import BrokenRecordError
from consensus.recount import recount
from integrations.slack import lists
from integrations.slack.blocks import Message as Reply
from integrations.slack.blocks import card_blocks, said
from integrations.slack.elements import button, section, value
from integrations.slack.incoming import Click
from integrations.slack.text import harmless, inline
from integrations.store.store import Store
from integrations.store.visible import Cursor

LookUp = Help | List | Search | Status | Look
FIRST: Final = Turn()


async def answer(command: LookUp, viewer: Viewer, store: Store, say: Speaker, turn: Turn = FIRST) -> Reply:
    """What the person is told, alone; what they may not see is answered as what is not there."""
    asking = Asking(viewer, store, say, turn)
    match command:
        case Help(verb=verb):
            return _help(verb, say)
        case List(state=state):
            return await found.listed(state, asking)
        case Search(words=words):
            return await found.searched(words, asking)
    try:
        return await _one(command, asking)
    except BrokenRecordError as error:
        return lists.sentence(say(error.key, **error.params), say)


def read_click(click: Click) -> tuple[LookUp, Turn] | None:
    """What the button of an answer asks for; none when it is no look-up."""
    beside = Turn(cursor=Cursor(number=click.about, is_newer=click.place == lists.NEWER))
    match click.verb, click.decision:
        case "show", "list":
            return List(state=click.option), beside
        case "show", "search":
            return Search(words=click.option or ""), beside
        case "show", "here":
            return Status(), beside
        case "show", decision:
            return Look(verb="show", id=decision), FIRST
        case "export", decision:
            return Look(verb="export", id=decision), Turn(page=click.place)
    return None


async def _one(command: Status | Look, asking: Asking) -> Reply:
    """About one decision; `status` without one tells what is open where the person is."""
    viewer, store, say, turn = asking
    decision_id = await seen_id(command, viewer, store)
    row = await seen_row(decision_id, viewer, store) if decision_id else None
    if row is None and command.id:
        return lists.sentence(say("no-such-decision", id=inline(command.id)), say)
    if row is None:
        is_status = isinstance(command, Status)
        return await found.open_here(asking) if is_status else lists.sentence(say("which-decision"), say)
    if isinstance(command, Look) and command.verb == "verify":
        return await _verified(row.id, store, say)
    decision = await store.load(row.id)
    voice = await viewer.voice(decision) if viewer.voice else say
    match command:
        case Look(verb="why"):
            return _why(decision, voice)
        case Look(verb="export"):
            return lists.document_message(as_markdown(decision, Written(voice)), decision.id, turn.page, voice)
    return await _card(decision, viewer, voice)


async def _card(decision: Decision, viewer: Viewer, say: Speaker) -> Reply:
    elsewhere = await viewer.elsewhere(decision)
    card = card_blocks(card_here(decision), say, about=about(decision), elsewhere=elsewhere)
    if not await may_share(decision, viewer):
        return card
    shares = button("share", value(decision.id, about=about(decision)), say("slack-share"))
    return lists.message(card.text, [*card.blocks, lists.row(shares)], say)


def _why(decision: Decision, say: Speaker) -> Reply:
    """What speaks for and against it, and how the numbers came about."""
    card = make_card(decision)
    headline = render(harmless(card.headline), say)
    told = said((*card.why, *card.objections, *card.measures, *card.notes), say)
    blocks = [
        section(f"*{headline}*"),
        *lists.paragraph([inline(card.question)]),
        *lists.paragraph(told),
        *lists.paragraph(inline(each) for each in explained(decision, say).splitlines()),
        lists.row(lists.show_button(decision.id, say)),
    ]
    return lists.message(headline, blocks, say)


async def _verified(decision_id: str, store: Store, say: Speaker) -> Reply:
    try:
        decision = recount(await store.raw_events(decision_id))
        await store.verify(decision_id)
    except BrokenRecordError as error:
        return lists.sentence(say("verify-broken", id=decision_id, why=say(error.key, **error.params)), say)
    return lists.sentence(say("verify-whole", id=decision.id, events=decision.seq, hash=decision.head), say)


def _help(verb: str | None, say: Speaker) -> Reply:
    """How to ask, and each verb and flag with what it does; or one verb alone."""
    named = dict.fromkeys(VERBS.values())
    if verb in named:
        return lists.sentence(_entry(verb, say(f"help-verb-{verb}")), say)
    verbs = [_entry(each, say(f"help-verb-{each}")) for each in named]
    flags = [_entry(f"--{name}", say(f"help-flag-{name}")) for name in IN_CHAT]
    asks = button("ask", value(""), say("slack-home-ask"), style="primary")
    paragraphs = ([say("slack-help-how")], verbs, flags)
    blocks = [block for each in paragraphs for block in lists.paragraph(each)]
    return lists.message(say("slack-help-how"), [*blocks, lists.row(asks)], say)


def _entry(name: str, what: str) -> str:
    return f"`{name}` {what}"


class Written:
    """Says all as it can stand in a document: no mention is alive, times are those of UTC."""

    def __init__(self, say: Speaker) -> None:
        self._say = say

    def __call__(self, key: str, **params: str | int) -> str:
        return self._say(key, **params)

    def show(self, value: Moment | Person | Money) -> str:
        if isinstance(value, Moment):
            return datetime.fromtimestamp(value.at // MILLION, tz=UTC).strftime("%Y-%m-%d %H:%M UTC")
        return self._say.show(value).strip("<>")
