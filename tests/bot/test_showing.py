"""Showing a post: whatever a call does, a place settles on one message of each kind and on the newest card."""

import asyncio
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, closing
from dataclasses import replace
from pathlib import Path
from typing import cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bot.showing import Easel, show
from consensus.channel import Marker
from consensus.closing import open_vote
from consensus.decision import Decision
from consensus.events import ENGINE, BallotWords, Cancelled, Draft, OpenedWords, OutcomeRecorded, Reason, VoteCast
from consensus.ports import Clock
from consensus.steps import Close, ClosePanel, Poll, next_step
from integrations.store.outbox import Outbox
from integrations.store.posts import Post
from integrations.store.store import Store
from tests.fake_channel import Call, FakeChannel, Fault, LimitedError, Lost, RefusedError
from tests.fakes import SECOND, START, HandClock, ballot, opened
from tests.scenes import PEOPLE

HERE = "slack:T1:C1:1.0"
OUTCOME = Draft(actor="ann", facts=OutcomeRecorded(outcome="held"), words=Reason())
CANCEL = Draft(actor="ann", facts=Cancelled(via="slack"))
ACHIEVED = ["card 6", "verdict 5", "turn 6"]
"""What a place shows of a decision that was decided and then put to a vote."""


class KilledError(BaseException):
    """The process ends here."""


class Mortal:
    """Passes calls on, and ends the process when one of them is done and its answer not yet heard.

    Whether it ends there or just before the next call makes no difference to anything that lasts.
    """

    def __init__(self, target: object, lives: list[int]) -> None:
        self._target, self._lives = target, lives

    def __getattr__(self, name: str) -> object:
        found = getattr(self._target, name)
        if isinstance(found, Outbox):
            return Mortal(found, self._lives)

        async def call(*args: object, **kwargs: object) -> object:
            answer = await found(*args, **kwargs)
            self._lives[0] -= name != "due"
            if self._lives[0] == 0:
                raise KilledError
            return answer

        return call


async def draw(decision: Decision, post: Post, *, plain: bool) -> str:
    """Says which kind of message this is and up to which event it tells."""
    return f"{post.kind} {decision.seq if post.kind == 'card' else post.about_seq}" + " plainly" * plain


class Told:
    """The asker, as far as they were told that a place is lost."""

    def __init__(self) -> None:
        self.whys: list[tuple[str, str, str]] = []

    async def __call__(self, decision: Decision, post: Post, why: str) -> None:
        self.whys.append((decision.id, post.kind, why))


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@asynccontextmanager
async def an_easel(record: Path, clock: Clock) -> AsyncIterator[tuple[Easel[str], FakeChannel]]:
    """The record in that file, and a chat that is empty."""
    channel = FakeChannel(clock)
    with closing(Store.open(f"sqlite:///{record}", clock=clock)) as store:
        yield Easel(store=store, channel=channel, draw=draw, tell=Told(), clock=clock), channel


@pytest.fixture(scope="session")
def empty(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("record") / "empty.db"
    Store.open(f"sqlite:///{path}", clock=HandClock()).close()
    return path


@pytest.fixture
def record(empty: Path, tmp_path: Path) -> Path:
    return Path(shutil.copy(empty, tmp_path / "consensus.db"))


@pytest.fixture
async def place(record: Path, clock: HandClock) -> AsyncIterator[tuple[Easel[str], FakeChannel]]:
    async with an_easel(record, clock) as made:
        yield made


async def ask(store: Store, where: str = HERE) -> Decision:
    words = OpenedWords(question="Which?", options=("one", "two"))
    asked = Draft(actor="ann", facts=opened(places=(where,)), words=words)
    return await store.create(lambda _: asked, open_key=str(len(await store.ids())))


async def decide(store: Store, decision: Decision) -> Decision:
    """The first two agents are of one mind, which makes the verdict as event 5."""
    while not decision.has_ended:
        match next_step(decision, START):
            case Poll() as step:
                heard = [ballot(seat.seat, "o1") for seat in step.seats]
                drafts = [Draft(actor=ENGINE, facts=facts, words=BallotWords()) for facts in heard]
            case Close() | ClosePanel() as step:
                drafts = [Draft(actor=ENGINE, facts=step.facts)]
        decision = await store.append(decision, *drafts)
    return decision


async def put_to_vote(store: Store, decision: Decision) -> Decision:
    facts = open_vote(decision, decision.opened.options, "asked", PEOPLE, START).facts
    return await store.append(decision, Draft(actor="ann", facts=facts.model_copy(update={"via": "slack"})))


async def settle(easel: Easel[str], clock: HandClock, seconds: int = 120, *, every: int = 1) -> None:
    """So much time in the life of a program that looks so often."""
    for _ in range(0, seconds, every):
        while due := await easel.store.outbox.due(clock()):
            for post in due:
                await show(post, easel)
        clock.advance(every)


async def live_through(easel: Easel[str], clock: HandClock) -> None:
    """A decision is asked, decided and put to a vote, and shown all the while."""
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    decision = await decide(easel.store, decision)
    await put_to_vote(easel.store, decision)
    await settle(easel, clock, every=5)


def writes(channel: FakeChannel) -> list[tuple[Call, str]]:
    return [(call, said) for call, said in channel.calls if call != "find"]


async def test_a_place_gets_a_card_that_follows_the_decision_and_one_reply_at_each_turn(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    await live_through(easel, clock)

    assert channel.texts(HERE) == ACHIEVED
    assert channel.calls == [("send", "card 1"), ("edit", "card 6"), ("send", "verdict 5"), ("send", "turn 6")]


async def test_hard_case_50_a_limit_is_waited_for_and_nothing_is_looked_up(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", LimitedError(30))
    await ask(easel.store)
    await settle(easel, clock, 30)
    while_limited = list(channel.calls)
    await settle(easel, clock, 1)

    assert while_limited == [("send", "card 1")]
    assert channel.calls == [("send", "card 1")] * 2
    assert channel.texts(HERE) == ["card 1"]


async def test_hard_case_51_three_limits_in_a_row_make_one_post_and_keep_the_order(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    await decide(easel.store, await ask(easel.store))
    channel.fail("send", LimitedError(1), LimitedError(2), LimitedError(1))
    began, times = clock(), []
    for _ in range(8):
        before = len(channel.calls)
        await settle(easel, clock, 1)
        times += [(clock() - began) // SECOND - 1] * (len(channel.calls) - before)

    assert times == [0, 1, 3, 4, 4]
    assert channel.texts(HERE) == ["card 5", "verdict 5"]


async def test_a_limit_without_a_time_is_waited_for_a_second(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", LimitedError(0))
    await ask(easel.store)
    await settle(easel, clock, 1)

    assert len(channel.calls) == 1


@pytest.mark.parametrize("happens_in", [None, 0, 14])
async def test_hard_case_52_a_lost_reply_leaves_one_message(
    place: tuple[Easel[str], FakeChannel], clock: HandClock, happens_in: int | None
) -> None:
    easel, channel = place
    channel.fail("send", Lost(happens_in))
    await ask(easel.store)
    await settle(easel, clock, 30)
    too_soon = list(channel.calls)
    await settle(easel, clock, 90)

    assert too_soon == [("send", "card 1")]
    assert [call for call, _ in channel.calls].count("send") == (2 if happens_in is None else 1)
    assert channel.texts(HERE) == ["card 1"]


async def test_hard_case_52_of_two_messages_the_later_is_deleted(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", Lost(happens_in=40))
    await ask(easel.store)
    await settle(easel, clock, 31)
    sent_again = [message.id for message in channel.kept]
    await settle(easel, clock, 10)
    twice = [message.id for message in channel.kept]
    await settle(easel, clock, 79)

    assert (sent_again, twice) == (["1"], ["1", "2"])
    assert [message.id for message in channel.kept] == ["1"]


async def test_two_messages_are_found_before_a_third_is_sent(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", Lost(happens_in=40), Lost(happens_in=5))
    await ask(easel.store)
    await settle(easel, clock)

    assert [call for call, _ in channel.calls].count("send") == 2
    assert channel.texts(HERE) == ["card 1"]


async def test_the_message_that_is_kept_is_brought_up_to_date(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", Lost(happens_in=0))
    decision = await ask(easel.store)
    await settle(easel, clock, 5)
    await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 115)

    assert channel.texts(HERE) == ["card 2"]


async def test_the_earlier_message_is_kept_although_the_later_one_is_known(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", Lost(None))
    decision = await ask(easel.store)
    await settle(easel, clock, 31)
    known = channel.kept[0]
    channel.kept.insert(0, replace(known, id="0", text="card of an earlier call"))
    await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 90)

    assert [(message.id, message.text) for message in channel.kept] == [("0", "card 2")]


async def test_a_place_that_cannot_be_read_keeps_what_it_has(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", Lost(None))
    channel.fail("find", None, RefusedError("missing_scope"))
    await ask(easel.store)
    await settle(easel, clock)

    assert channel.texts(HERE) == ["card 1"]
    assert await easel.store.outbox.lost() == []


async def test_a_message_that_people_deleted_is_not_sent_again_by_the_check(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", Lost(None))
    await ask(easel.store)
    await settle(easel, clock, 31)
    channel.kept.clear()
    await settle(easel, clock, 90)

    assert channel.texts(HERE) == []


async def test_an_edit_without_a_reply_is_made_again(place: tuple[Easel[str], FakeChannel], clock: HandClock) -> None:
    easel, channel = place
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    channel.fail("edit", Lost(None))
    await easel.store.append(decision, CANCEL)
    await settle(easel, clock)

    assert writes(channel) == [("send", "card 1"), ("edit", "card 2"), ("edit", "card 2")]
    assert channel.texts(HERE) == ["card 2"]


async def test_edits_never_go_back(place: tuple[Easel[str], FakeChannel], clock: HandClock) -> None:
    easel, channel = place
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    channel.fail("edit", Lost(happens_in=14))
    for seat in ("s1", "s2"):
        heard = Draft(actor=ENGINE, facts=ballot(seat, "o1"), words=BallotWords())
        decision = await easel.store.append(decision, heard)
        await settle(easel, clock, 5)
    await settle(easel, clock)

    assert writes(channel) == [("send", "card 1"), ("edit", "card 2"), ("edit", "card 3")]
    assert channel.texts(HERE) == ["card 3"]


async def test_edits_are_a_second_apart(place: tuple[Easel[str], FakeChannel], clock: HandClock) -> None:
    easel, channel = place
    decision = await ask(easel.store)
    for number in range(1, 5):
        heard = Draft(actor=ENGINE, facts=ballot(f"s{number}", "o1"), words=BallotWords())
        decision = await easel.store.append(decision, heard)
        clock.now += SECOND // 4
        for post in await easel.store.outbox.due(clock()):
            await show(post, easel)
    await settle(easel, clock, 3)

    assert writes(channel) == [("send", "card 2"), ("edit", "card 5")]


async def test_hard_case_49_a_card_that_is_refused_is_shown_in_plain_text_without_live_buttons(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    channel.fail("edit", RefusedError("invalid_blocks"))
    await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 5)

    assert channel.texts(HERE) == ["card 2 plainly"]
    assert await easel.store.outbox.lost() == []


async def test_hard_case_49_a_first_message_that_is_refused_is_sent_in_plain_text(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    channel.fail("send", RefusedError("msg_too_long"))
    await ask(easel.store)
    await settle(easel, clock, 5)

    assert channel.texts(HERE) == ["card 1 plainly"]


async def test_a_place_that_refuses_everything_is_given_up_and_the_asker_told_once(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    told = Told()
    channel.fail("send", *[RefusedError("is_archived")] * 4)
    await decide(easel.store, await ask(easel.store))
    await settle(replace(easel, tell=told), clock)

    assert [(post.kind, why) for post, why in await easel.store.outbox.lost()] == [
        ("card", "is_archived"),
        ("verdict", "is_archived"),
    ]
    assert told.whys == [("D-1", "card", "is_archived")]
    assert len(channel.calls) == 4


async def test_a_call_to_people_is_edited_once_when_it_is_over(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await put_to_vote(easel.store, await decide(easel.store, await ask(easel.store)))
    await settle(easel, clock, 5)
    vote = VoteCast(choice="o1", via="slack")
    decision = await easel.store.append(decision, Draft(actor=PEOPLE.voters[0], facts=vote, words=Reason()))
    await settle(easel, clock, 5)
    before = [said for call, said in writes(channel) if said.startswith("turn")]
    decision = await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 5)
    await easel.store.append(decision, OUTCOME)
    await settle(easel, clock, 5)

    assert before == ["turn 6"]
    assert [call for call, said in writes(channel) if said.startswith("turn")] == ["send", "edit"]


async def test_a_call_that_is_over_while_it_is_being_sent_is_edited_as_well(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await put_to_vote(easel.store, await decide(easel.store, await ask(easel.store)))
    await settle(easel, clock, 5)
    vote = decision.people.open_vote
    assert vote
    clock.now = vote.deadline - 3 * 3_600 * SECOND
    [reminder] = await easel.store.outbox.due(clock())
    claimed = await easel.store.outbox.start(reminder)
    assert claimed
    await easel.store.append(decision, CANCEL)
    await easel.store.outbox.sent(claimed, await channel.send(HERE, "reminder 6", claimed.marker), decision.seq)
    await settle(easel, clock, 5)

    assert ("edit", "reminder 6") in channel.calls


async def refuse_edits(easel: Easel[str], channel: FakeChannel, clock: HandClock, times: int) -> Decision:
    """A card is there, and the edit at the end of its decision is refused so often."""
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    channel.fail("edit", *[RefusedError("forbidden")] * 2 * times)
    decision = await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 2)
    return decision


async def test_an_edit_that_is_refused_is_made_later_and_told_once(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    told = Told()
    easel = replace(easel, tell=told)
    await refuse_edits(easel, channel, clock, 3)
    lost = await easel.store.outbox.lost()
    await settle(easel, clock, 3_600, every=60)
    before = channel.texts(HERE)
    await settle(easel, clock, 7_200, every=60)

    assert [(post.kind, why) for post, why in lost] == [("card", "forbidden")]
    assert told.whys == [("D-1", "card", "forbidden")]
    assert (before, channel.texts(HERE)) == (["card 1"], ["card 2"])
    assert await easel.store.outbox.lost() == []


async def test_an_edit_that_is_refused_is_made_with_the_next_event(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await refuse_edits(easel, channel, clock, 1)
    await easel.store.append(decision, OUTCOME)
    await settle(easel, clock, 2)

    assert channel.texts(HERE) == ["card 3"]


async def test_an_edit_that_is_refused_for_a_day_waits_for_the_next_event(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await refuse_edits(easel, channel, clock, 30)
    await settle(easel, clock, 2 * 86_400, every=600)
    tried = len(channel.calls)
    await settle(easel, clock, 86_400, every=600)
    channel.faults.clear()
    await easel.store.append(decision, OUTCOME)
    after_a_day = len(channel.calls)
    await settle(easel, clock, 2)

    assert 2 * 20 < tried == after_a_day < 2 * 30
    assert channel.texts(HERE) == ["card 3"]


async def test_a_card_that_people_deleted_is_made_anew_while_its_decision_is_open(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await put_to_vote(easel.store, await decide(easel.store, await ask(easel.store)))
    await settle(easel, clock, 5)
    channel.kept[:] = [each for each in channel.kept if not each.text.startswith("card")]
    await settle(easel, clock, 60)
    alone = channel.texts(HERE)
    vote = VoteCast(choice="o1", via="slack")
    await easel.store.append(decision, Draft(actor=PEOPLE.voters[0], facts=vote, words=Reason()))
    await settle(easel, clock, 60)

    assert alone == ["verdict 5", "turn 6"]
    assert channel.texts(HERE) == ["verdict 5", "turn 6", "card 7"]


async def test_a_card_that_people_deleted_stays_away_when_its_decision_has_ended(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    channel.kept.clear()
    await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 7_200, every=60)

    assert channel.texts(HERE) == []


async def test_a_card_that_cannot_be_seen_for_now_is_not_given_up(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await ask(easel.store)
    await settle(easel, clock, 2)
    channel.fail("edit", RefusedError("not_found"))
    channel.fail("find", RefusedError("not_found"))
    await easel.store.append(decision, CANCEL)
    await settle(easel, clock, 3_600, every=60)

    assert channel.texts(HERE) == ["card 2"]


async def test_hard_case_65_two_programs_on_one_record_show_a_message_once(record: Path, clock: HandClock) -> None:
    async with an_easel(record, clock) as (one, channel), an_easel(record, clock) as (other, _):
        both = [one, replace(other, channel=channel)]
        await ask(one.store)
        due = await one.store.outbox.due(clock())
        await asyncio.gather(*(show(post, easel) for post in due * 3 for easel in both))

    assert channel.calls == [("send", "card 1")]


async def test_a_reminder_comes_while_somebody_has_not_voted(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    decision = await put_to_vote(easel.store, await decide(easel.store, await ask(easel.store)))
    vote = decision.people.open_vote
    assert vote
    await settle(easel, clock, 5)
    clock.now = vote.deadline - 3 * 3_600 * SECOND
    await settle(easel, clock, 5)

    assert channel.texts(HERE) == [*ACHIEVED, "reminder 6"]


async def test_what_is_no_longer_timely_is_never_sent(place: tuple[Easel[str], FakeChannel], clock: HandClock) -> None:
    easel, channel = place
    decision = await put_to_vote(easel.store, await decide(easel.store, await ask(easel.store)))
    vote = decision.people.open_vote
    assert vote
    clock.now = vote.deadline
    await settle(easel, clock)

    assert channel.texts(HERE) == ["card 6", "verdict 5"]
    assert await easel.store.outbox.due(clock() + 10**12) == []


async def test_a_place_without_a_thread_has_its_replies_under_the_card(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place
    await decide(easel.store, await ask(easel.store, "slack:T1:C1:"))
    await settle(easel, clock)

    assert [(message.place, message.text) for message in channel.kept] == [
        ("slack:T1:C1:", "card 5"),
        ("slack:T1:C1:1", "verdict 5"),
    ]


async def test_no_call_starts_in_the_second_half_of_a_claim(
    place: tuple[Easel[str], FakeChannel], clock: HandClock
) -> None:
    easel, channel = place

    async def slowly(decision: Decision, post: Post, *, plain: bool) -> str:
        clock.advance(16)
        return await draw(decision, post, plain=plain)

    await ask(easel.store)
    [post] = await easel.store.outbox.due(clock())
    await show(post, replace(easel, draw=slowly))
    during = list(channel.calls)
    await settle(easel, clock)

    assert during == []
    assert channel.texts(HERE) == ["card 1"]


class SilentChannel(FakeChannel):
    """Takes a minute to answer."""

    async def send(self, place: str, message: str, marker: Marker) -> str:
        await asyncio.sleep(60)
        return await super().send(place, message, marker)


@pytest.mark.virtual_time
async def test_a_call_ends_after_ten_seconds_and_is_doubtful(record: Path) -> None:
    time = asyncio.get_running_loop().time

    def clock() -> int:
        return START + int(time() * SECOND)

    async with an_easel(record, clock) as (easel, _):
        await ask(easel.store)
        [post] = await easel.store.outbox.due(clock())
        began = clock()
        await show(post, replace(easel, channel=SilentChannel(clock)))
        ended = clock()
        too_soon = await easel.store.outbox.due(began + 29 * SECOND)
        again = await easel.store.outbox.due(began + 31 * SECOND)

    assert ended - began == 10 * SECOND
    assert too_soon == []
    assert [post.state for post in again] == ["sending"]


@pytest.fixture
async def voted(record: Path, clock: HandClock) -> Path:
    """A record whose decision is decided and put to a vote, and nothing is shown yet."""
    async with an_easel(record, clock) as (easel, _):
        await put_to_vote(easel.store, await decide(easel.store, await ask(easel.store)))
    return record


async def shown_after_a_kill(record: Path, life: int) -> tuple[list[str], bool]:
    """What a place shows in the end, and whether the program lived so short that it was killed at that await."""
    clock, lives = HandClock(), [life]
    async with an_easel(record, clock) as (easel, channel):
        channel.fail("send", Lost(None), None, Lost(0))
        store, wire = cast("Store", Mortal(easel.store, lives)), cast("FakeChannel", Mortal(channel, lives))
        try:
            await settle(replace(easel, store=store, channel=wire), clock, 95, every=30)
        except KilledError:
            await settle(easel, clock, 120, every=30)
        return channel.texts(HERE), lives[0] <= 0


async def test_hard_case_52_a_program_killed_at_any_await_leaves_one_message_of_each_kind(
    voted: Path, tmp_path: Path
) -> None:
    shown: list[list[str]] = []
    was_killed = True
    while was_killed:
        life = len(shown) + 1
        copy = Path(shutil.copy(voted, tmp_path / f"{life}.db"))
        texts, was_killed = await shown_after_a_kill(copy, life)
        shown.append(texts)

    assert len(shown) > 20
    assert [texts for texts in shown if texts != ACHIEVED] == []


HAPPENINGS = st.none() | st.integers(1, 4).map(LimitedError)
SENDS = st.lists(HAPPENINGS | st.builds(Lost, st.none() | st.integers(0, 45)), max_size=4)
CALLS = st.lists(HAPPENINGS | st.builds(Lost, st.none() | st.integers(0, 14)), max_size=4)
LOOKS = st.lists(HAPPENINGS, max_size=4)


@settings(max_examples=12)
@given(send=SENDS, edit=CALLS, delete=CALLS, find=LOOKS)
def test_whatever_calls_do_each_place_settles_on_one_message_of_each_kind(
    empty: Path, tmp_path_factory: pytest.TempPathFactory, **faults: list[Fault]
) -> None:
    async def live() -> list[str]:
        clock = HandClock()
        copy = Path(shutil.copy(empty, tmp_path_factory.mktemp("place") / "consensus.db"))
        async with an_easel(copy, clock) as (easel, channel):
            for call, happen in faults.items():
                channel.fail(cast("Call", call), *happen)
            await live_through(easel, clock)
            await settle(easel, clock, 400, every=5)
            return channel.texts(HERE)

    assert asyncio.run(live()) == ACHIEVED
