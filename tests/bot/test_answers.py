"""Looking up in chat: what a person may see is answered alone and with buttons; the rest is as if it were not there."""

import asyncio
import re
import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from hypothesis import given, settings

from bot.answers import LookUp, answer, read_click
from bot.found import Turn
from bot.readers import VERBS
from bot.spoken import Help, List, Look, LookVerb, Search, Status, Thread
from bot.verbs import parse_command
from bot.viewing import Viewer
from consensus.card import Speaker
from consensus.decision import Decision
from consensus.panel.agents import Language
from integrations.slack.blocks import Message
from integrations.slack.errors import DoubtfulError
from integrations.slack.incoming import Click, Own
from integrations.slack.limits import LIVE, Json, check
from integrations.slack.parse import parse
from integrations.store.store import Store
from tests.fakes import HandClock
from tests.integrations.slack.speaking import HOSTILE, STATES, Voice, alive, buttons
from tests.looking import JUST_OPENED, OTHER, PRIVATE, PUBLIC, STRONG, WEAK, keep, viewer

ABSENT = "There is no decision D-99 that you can see: check its number."


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path / 'record.db'}", clock=HandClock())) as opened:
        yield opened


async def told(command: LookUp, who: Viewer, store: Store, turn: Turn | None = None, lang: Language = "en") -> Message:
    """The answer, which Slack takes."""
    reply = await answer(command, who, store, Voice(lang), turn or Turn())
    check({"text": reply.text, "blocks": list(reply.blocks)})
    return reply


def text(reply: Message) -> str:
    return "\n".join(alive(reply.blocks))


def clickable(reply: Message) -> list[Json]:
    """Every button, those beside a row included."""
    return [block["accessory"] for block in reply.blocks if "accessory" in block] + buttons(reply.blocks)


def values(reply: Message, verb: str = "show") -> list[str]:
    return [each["value"] for each in clickable(reply) if each["action_id"].split(":")[1] == verb]


def click(button: Json) -> Click:
    """What arrives when somebody clicks it."""
    payload = {
        "type": "block_actions",
        "team": {"id": "T1"},
        "user": {"id": "U1", "team_id": "T1"},
        "trigger_id": "1.t",
        "response_url": "http://127.0.0.1/r",
        "container": {"channel_id": "C1", "message_ts": "1.0"},
        "actions": [{"action_id": button["action_id"], "action_ts": "1.1", "value": button["value"]}],
    }
    clicked = parse(payload, Own(team="T1", user="U0"))
    assert isinstance(clicked, Click)
    return clicked


async def pressed(reply: Message, label: str, who: Viewer, store: Store) -> Message:
    """The answer to a click on the button of that name."""
    [button] = [each for each in clickable(reply) if each["text"]["text"] == label]
    found = read_click(click(button))
    assert found is not None
    return await told(found[0], who, store, found[1])


async def test_a_list_has_a_button_for_each_decision_instead_of_ids_to_remember(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)
    await keep(store, WEAK, "Which queue?", OTHER)

    reply = await told(List(), viewer(), store)

    assert values(reply) == ["D-2||0", "D-1||0"]
    assert "Which cache?\nD-1 · *option o1* · strong" in text(reply)
    assert "Which queue?\nD-2 · waiting for votes" in text(reply)
    assert "1\u20132 of 2" in text(reply)


async def test_a_button_of_a_list_shows_the_card(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)
    listed = await told(List(), viewer(), store)

    shown = await pressed(listed, "Show D-1", viewer(), store)

    assert shown == await told(Look(verb="show", id="D-1"), viewer(), store)
    assert "*option o1 · strong · 5 of 5 agents*" in text(shown)


async def test_hard_case_55_two_hundred_decisions_are_paged_forth_and_back(store: Store) -> None:
    for number in range(200):
        await keep(store, JUST_OPENED, f"question {number}?", PUBLIC if number % 2 else PRIVATE)
    pages = [await told(List(), viewer(), store)]

    while any(each["text"]["text"] == "Next page" for each in clickable(pages[-1])):
        pages.append(await pressed(pages[-1], "Next page", viewer(), store))
    back = await pressed(pages[-1], "Previous page", viewer(), store)

    shown = [each for page in pages for each in values(page) if each.startswith("D-")]
    assert shown == [f"D-{number}||0" for number in range(200, 0, -2)]
    assert "11\u201320 of 100" in text(pages[1])
    assert back == pages[-2]


async def test_a_narrowed_list_stays_narrowed_on_the_next_page(store: Store) -> None:
    for number in range(24):
        await keep(store, STRONG if number % 2 else JUST_OPENED, f"question {number}?", PUBLIC)

    strong = await pressed(await told(List(state="strong"), viewer(), store), "Next page", viewer(), store)
    found = await pressed(await told(Search(words="question?"), viewer(), store), "Next page", viewer(), store)

    assert [each for each in values(strong) if "||" in each] == ["D-4||0", "D-2||0"]
    assert "Decisions · strong" in text(strong)
    assert [each for each in values(found) if "||" in each][:2] == ["D-14||0", "D-13||0"]
    assert 'Decisions with "question"' in text(found)


async def test_a_search_too_long_for_a_button_asks_for_more_words(store: Store) -> None:
    words = "one two three four five six seven eight nine ten eleven twelve thirteen"
    for _ in range(11):
        await keep(store, JUST_OPENED, words, PUBLIC)

    reply = await told(Search(words=words), viewer(), store)

    assert "There is more; name more words to find it." in text(reply)
    assert len(values(reply)) == 10


async def test_mine_is_what_i_asked(store: Store) -> None:
    await keep(store, STRONG, "one?", PUBLIC, asker="ann")
    await keep(store, STRONG, "two?", PUBLIC, asker="bob")

    assert values(await told(List(state="mine"), viewer("bob"), store)) == ["D-2||0"]


@pytest.mark.parametrize("state", ["open", "mine", "ended", "weak", "awaiting_approval", None])
@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_every_kind_of_list_has_a_title(store: Store, state: str | None, lang: Language) -> None:
    reply = await told(List(state=state), viewer(), store, lang=lang)

    assert re.match(r"\*[^*]*[Dd][eé]cisions[^*]*\*\n", text(reply))


@pytest.mark.parametrize("verb", ["show", "why", "verify", "export"])
async def test_hidden_and_absent_look_the_same(store: Store, verb: LookVerb) -> None:
    await keep(store, STRONG, "secret plan?", PRIVATE)

    hidden = await told(Look(verb=verb, id="D-1"), viewer(), store)
    absent = await told(Look(verb=verb, id="D-99"), viewer(), store)

    assert text(absent) == ABSENT
    assert text(hidden) == ABSENT.replace("D-99", "D-1")
    assert clickable(hidden) == []


async def test_a_private_decision_is_in_no_list_search_or_status_of_others(store: Store) -> None:
    await keep(store, WEAK, "secret plan?", PRIVATE, asker="ann")
    outside, inside = viewer("ann", place=PUBLIC), viewer("ann", PUBLIC, PRIVATE, place=PRIVATE)
    commands: tuple[LookUp, ...] = (List(), List(state="mine"), Search(words="secret"), Status())

    refused = [await told(command, outside, store) for command in commands]
    granted = [await told(command, inside, store) for command in commands]

    assert not any("secret plan" in text(reply) or "D-1" in text(reply) for reply in refused)
    assert "Waiting for your vote: 0" in text(refused[-1])
    assert all("secret plan" in text(reply) for reply in granted)
    assert "Waiting for your vote: 1" in text(granted[-1])


async def test_what_was_asked_in_a_direct_message_is_seen_by_who_asked_alone(store: Store) -> None:
    await keep(store, WEAK, "my secret?", "slack:T1:D1:1.0", asker="ann")
    await keep(store, JUST_OPENED, "your secret?", "slack:T1:D2:", asker="bob")

    async def anywhere(_: str) -> bool:
        return True

    ann, bob = (Viewer(person=person, sees=anywhere, is_public=anywhere) for person in ("ann", "bob"))

    assert values(await told(List(), ann, store)) == ["D-1||0"]
    assert values(await told(List(), bob, store)) == ["D-2||0"]
    assert "D-1 that you can see" in text(await told(Look(verb="show", id="D-1"), bob, store))
    assert "Waiting for your vote: 0" in text(await told(Status(), bob, store))


async def test_a_room_that_slack_does_not_tell_of_is_not_seen(store: Store) -> None:
    await keep(store, STRONG, "one?", PUBLIC)
    await keep(store, STRONG, "two?", OTHER)

    async def sees(room: str) -> bool:
        if room == OTHER:
            raise DoubtfulError("TimeoutError")
        return True

    reply = await told(List(), Viewer(person="ann", sees=sees), store)

    assert values(reply) == ["D-1||0"]


async def test_status_tells_what_is_open_here_and_what_waits_anywhere(store: Store) -> None:
    await keep(store, JUST_OPENED, "here?", PUBLIC + "1.0")
    await keep(store, WEAK, "elsewhere?", OTHER)
    await keep(store, STRONG, "over?", PUBLIC)

    reply = await told(Status(), viewer("ann", place=PUBLIC), store)

    assert values(reply) == ["D-1||0"]
    assert "Waiting for your vote: 1 · for your approval: 0" in text(reply)


async def test_a_long_status_goes_on_in_the_same_place(store: Store) -> None:
    for number in range(12):
        await keep(store, JUST_OPENED, f"{number}?", PUBLIC if number < 11 else OTHER)
    here = viewer(place=PUBLIC)

    rest = await pressed(await told(Status(), here, store), "Next page", here, store)

    assert [each for each in values(rest) if each.startswith("D-")] == ["D-1||0"]


async def test_status_of_one_decision_is_its_card(store: Store) -> None:
    await keep(store, WEAK, "Which queue?", PUBLIC)

    assert await told(Status(id="D-1"), viewer(), store) == await told(Look(verb="show", id="D-1"), viewer(), store)


async def test_in_its_thread_a_decision_needs_no_number(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC + "1.0")
    there, elsewhere = viewer(place=PUBLIC + "1.0"), viewer(place=OTHER + "2.0")
    linked = Thread(channel="C1", ts="1.0")

    assert "Which cache?" in text(await told(Look(verb="show"), there, store))
    assert "Which cache?" in text(await told(Look(verb="why", thread=linked), elsewhere, store))
    assert "by its number" in text(await told(Look(verb="show"), elsewhere, store))


async def test_a_linked_thread_that_is_hidden_is_as_one_without_a_decision(store: Store) -> None:
    await keep(store, STRONG, "secret?", PRIVATE + "1.0")
    here = viewer(place=PUBLIC + "2.0")

    hidden = await told(Look(verb="show", thread=Thread(channel="G1", ts="1.0")), here, store)
    absent = await told(Look(verb="show", thread=Thread(channel="G1", ts="2.0")), here, store)

    assert hidden == absent


async def test_why_tells_reasons_and_how_the_numbers_came_about(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)

    reply = await told(Look(verb="why", id="D-1"), viewer(), store)

    assert "*option o1 · strong · 5 of 5 agents*" in text(reply)
    assert "Qualified as stated" in text(reply)
    assert "Agreement 100%" in text(reply)
    assert values(reply) == ["D-1||0"]


async def test_verify_recounts_and_names_what_is_broken(store: Store, tmp_path: Path) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)
    whole = await told(Look(verb="verify", id="D-1"), viewer(), store)
    with closing(sqlite3.connect(tmp_path / "record.db")) as raw, raw:
        raw.execute("UPDATE decision SET winner = 'another'")

    broken = await told(Look(verb="verify", id="D-1"), viewer(), store)

    assert "D-1: whole · 8 events" in text(whole)
    assert "D-1: BROKEN" in text(broken)


async def test_a_broken_record_is_said_instead_of_shown(store: Store, tmp_path: Path) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)
    with closing(sqlite3.connect(tmp_path / "record.db")) as raw, raw:
        raw.execute("DROP TRIGGER event_is_only_erased")
        raw.execute("UPDATE event SET kind = 'unheard_of' WHERE seq = 8")

    reply = await told(Look(verb="show", id="D-1"), viewer(), store)

    assert "cannot be read as they were written" in text(reply)


async def test_an_export_is_a_document_that_can_be_copied(store: Store) -> None:
    await keep(store, STATES["approved"], "Which `cache` <!channel> ```?", PUBLIC)

    reply = await told(Look(verb="export", id="D-1"), viewer(), store)

    document = text(reply)
    assert "# Which \\`cache\\` \\&lt;\\!channel\\&gt;" in document
    assert "python -m bot verify D-1" in document
    assert "2027-01-15 08:00 UTC" in document
    assert all(part.count("```") == 2 for part in alive(reply.blocks)[1:])


async def test_a_long_export_is_turned_by_its_buttons(store: Store) -> None:
    long = "the same again and again " * 40
    decision = STATES["several against"]
    await keep(store, decision, long * 10, PUBLIC)

    first = await told(Look(verb="export", id="D-1"), viewer(), store)
    second = await pressed(first, "Next page", viewer(), store)

    assert "Page 1 of 2" in text(first)
    assert "Page 2 of 2" in text(second)
    assert await pressed(second, "Previous page", viewer(), store) == first
    assert await told(Look(verb="export", id="D-1"), viewer(), store, Turn(page=9)) == second


async def test_share_is_offered_where_everybody_may_see_the_decision(store: Store) -> None:
    await keep(store, STRONG, "private?", PRIVATE)
    await keep(store, STRONG, "public?", PUBLIC)

    async def offered(decision_id: str, place: str) -> bool:
        who = viewer("ann", PUBLIC, PRIVATE, place=place)
        return bool(values(await told(Look(verb="show", id=decision_id), who, store), "share"))

    assert await offered("D-1", PRIVATE + "5.0")
    assert not await offered("D-1", PUBLIC)
    assert await offered("D-2", OTHER)
    assert await offered("D-2", PRIVATE)


async def test_the_people_of_a_decision_are_named_by_the_viewers_voice(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)
    asked: list[str] = []

    async def voice(decision: Decision) -> Speaker:
        asked.append(decision.id)
        return Voice("fr")

    who = Viewer(person="ann", sees=viewer().sees, voice=voice)
    reply = await told(Look(verb="show", id="D-1"), who, store)

    assert asked == ["D-1"]
    assert "demandé par <@UASKER>" in text(reply)


@pytest.mark.parametrize("lang", ["en", "fr"])
async def test_hard_case_4_help_says_how_to_ask_in_a_thread_and_names_every_verb(store: Store, lang: Language) -> None:
    reply = await told(Help(), viewer(), store, lang=lang)

    assert "/consensus" in text(reply)
    assert "Decide with Consensus" in text(reply)
    assert [verb for verb in set(VERBS.values()) if f"`{verb}`" not in text(reply)] == []
    assert [each["action_id"] for each in clickable(reply)] == ["consensus:ask:0"]


async def test_help_for_one_verb_is_one_line(store: Store) -> None:
    assert text(await told(Help(verb="why"), viewer(), store)) == "`why` how a verdict came about"


async def test_an_empty_search_says_what_to_do(store: Store) -> None:
    assert "which words" in text(await told(Search(words=" ?! "), viewer(), store))


async def test_what_is_typed_is_what_is_looked_up(store: Store) -> None:
    await keep(store, STRONG, "Which cache?", PUBLIC)
    typed = ["/consensus show D-1", "/consensus search cache", "@consensus list strong"]

    for each in typed:
        command = parse_command(each)
        assert isinstance(command, LookUp)
        assert "Which cache?" in text(await told(command, viewer(), store))


def test_a_button_that_acts_is_no_look_up() -> None:
    assert read_click(click({"action_id": "consensus:close:0", "value": "D-1||3"})) is None


def test_whatever_the_words_every_answer_fits_and_rings_nobody(store: Store) -> None:
    @settings(max_examples=15)
    @given(HOSTILE)
    def look(words: str) -> None:
        asyncio.run(every_answer(words, store))

    look()


async def every_answer(words: str, store: Store) -> None:
    """Each look-up of a decision whose question is these words; `told` checks what is said."""
    kept = await keep(store, STATES["several against"], words or "?", PUBLIC)
    verbs: tuple[LookVerb, ...] = ("show", "why", "export")
    looks = [Look(verb=verb, id=kept.id) for verb in verbs]
    commands: list[LookUp] = [*looks, Look(verb="show", id=words[:60] or "D-0"), List(), Search(words=words), Status()]
    for command in commands:
        reply = await told(command, viewer(place=PUBLIC), store)
        mentions = [each for said in alive(reply.blocks) for each in LIVE.findall(said)]
        assert set(mentions) <= {"<@UASKER>"}
