"""What somebody said to us in words: a question starts a panel, a verb acts or looks up, the rest is explained."""

from bot.deeds import Deed, deed_of
from bot.slack.acting import act
from bot.slack.answering import place_of, sentence, tell
from bot.slack.keeping import keep, raw_words, word_of
from bot.slack.linking import link
from bot.slack.looking import look
from bot.slack.opening import Request
from bot.slack.starting import start
from bot.slack.workspace import PLATFORM, Workspace
from bot.spoken import Act, Ask, Command, Extend, Form, Link, OnDecision, Outcome, Status, Thread, Unknown, Vote
from bot.texts import catalogue
from bot.tightening import in_chat
from bot.use_cases import Desk
from bot.verbs import ABOUT_NONE, parse_command, verb_like
from consensus.errors import RequestError
from integrations.slack.elements import button, value
from integrations.slack.incoming import DirectMessage, Edited, Mention, Received, SlashCommand
from integrations.slack.place import Place
from integrations.slack.text import inline
from integrations.store.deliveries import Delivery
from integrations.store.visible import of_thread

Words = SlashCommand | Mention | DirectMessage | Edited


async def hear(workspace: Workspace, desk: Desk, said: Words, delivery: Delivery) -> None:
    """Does what the words ask for; raises RequestError or SlackError."""
    command = understood(workspace, said)
    say = catalogue(await workspace.lang_of(said))
    match command:
        case Ask():
            await _asked(workspace, desk, said, _request(said, command, delivery))
        case Form(flags=flags):
            in_chat(workspace.settings.configuration, flags)
            key = await keep(workspace, said, delivery.body, delivery) if flags else None
            offer = button("ask", value("", key), say("slack-home-ask"), style="primary")
            await tell(workspace, said, sentence(say("slack-nothing-asked"), offer))
        case Unknown(word=word, nearest=nearest):
            await tell(workspace, said, sentence(say("verb-unknown", word=inline(word), nearest=inline(nearest))))
        case Link():
            await link(workspace, said, command)
        case Act() | Vote() | Extend() | Outcome():
            await _acted(workspace, desk, said, command)
        case _:
            await look(workspace, said, command)


async def _asked(workspace: Workspace, desk: Desk, said: Words, request: Request) -> None:
    """Raises RequestError for what looks like a verb where a decision is open: a panel would cost money for nothing."""
    verb = verb_like(request.ask) if said.thread_ts and not request.replaces else None
    if verb and (here := await workspace.store.look(of_thread(str(place_of(said))))):
        decision = await workspace.store.load(here)
        if not decision.has_ended:
            raise RequestError("verb-or-question", meant=verb if verb in ABOUT_NONE else f"{verb} {here}")
    await start(workspace, desk, said, request)


def understood(workspace: Workspace, said: Words) -> Command:
    """The command that the words are; raises RequestError."""
    text = f"{said.command} {said.text}" if isinstance(said, SlashCommand) else said.text
    return parse_command(text, lang_hint=workspace.settings.configuration.language)


def asked_at(said: Words, thread: Thread | None) -> Place:
    """Where a question is asked: in the thread that it links to, else where it stands."""
    return Place(team=said.team, channel=thread.channel, thread=thread.ts) if thread else place_of(said)


def _request(said: Words, ask: Ask, delivery: Delivery) -> Request:
    """The question with what was said of it since it was put aside."""
    raw, word, where = raw_words(delivery.body), word_of(delivery), asked_at(said, ask.thread)
    return Request(
        ask=ask,
        where=where,
        raw=raw,
        reads_thread=word.reads is not False,
        begins_thread=not isinstance(said, SlashCommand) and where.thread == said.ts,
        may_read=word.reads is True,
        replaces=word.replaces,
    )


async def _acted(
    workspace: Workspace,
    desk: Desk,
    said: Words,
    command: Act | Vote | Extend | Outcome,
) -> None:
    decision_id = await _meant(workspace, said, command)
    if isinstance(command, Vote) and command.choice is None and not command.abstains:
        await _vote_or_ballot(workspace, desk, said, decision_id)
    else:
        await act(workspace, desk, said, deed_of(decision_id, command, PLATFORM))


async def _vote_or_ballot(workspace: Workspace, desk: Desk, said: Received, decision_id: str) -> None:
    """The verb alone opens a vote; where one is open it offers the ballot."""
    decision = await workspace.store.load(decision_id)
    if decision.people.open_vote and not decision.has_ended:
        await look(workspace, said, Status(id=decision_id))
    else:
        await act(workspace, desk, said, Deed("vote", decision_id, PLATFORM))


async def _meant(workspace: Workspace, said: Received, command: OnDecision) -> str:
    """The decision by its number, else that of the linked thread, else that of the thread where it was said."""
    if command.id:
        return command.id
    where = place_of(said) if said.thread_ts else None
    if command.thread:
        where = Place(team=said.team, channel=command.thread.channel, thread=command.thread.ts)
    found = await workspace.store.look(of_thread(str(where))) if where else None
    if found is None:
        raise RequestError("which-decision")
    return found
