"""Limits on new decisions and on money: counted in the transaction that opens, reserved before a call."""

import asyncio
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from bot.budget import Asking, Limits, Metered, admission, refusal, require_money
from consensus.errors import AgentUnavailableError, IllegalEventError, RequestError
from consensus.events import Cancelled, Draft, OpenedWords, Usage
from consensus.ports import Reply, Request
from integrations.store.starts import BY_BOT, DAY, Start
from integrations.store.store import Store
from tests.fakes import SECOND, START, HandClock, ScriptedAsk, opened, seat

HERE = "slack:T1:C1:1.0"
ANN = Asking(person="ann", place=HERE)
CEILING = 20_000


@pytest.fixture
def clock() -> HandClock:
    return HandClock()


@pytest.fixture
def store(tmp_path: Path, clock: HandClock) -> Iterator[Store]:
    with closing(Store.open(f"sqlite:///{tmp_path / 'consensus.db'}", clock=clock)) as made:
        yield made


def start(place: str = "slack:T1:C9:9.0", asker: str = "bob", *, age: int = 0, is_open: bool = False) -> Start:
    return Start(id="D-7", asker=asker, place=place, at=START - age, is_open=is_open)


def refused(asking: Asking, *starts: Start) -> str:
    error = refusal(asking, starts, START, Limits())
    return str(error) if error else "welcome"


def test_a_thread_has_three_open_decisions_and_the_fourth_gets_a_pointer() -> None:
    waiting = start(HERE, is_open=True)

    assert refused(ANN, waiting, waiting) == "welcome"
    assert refused(ANN, waiting, waiting, waiting) == "limit-thread limit=3 id=D-7"
    assert refused(ANN, start(HERE), waiting, waiting) == "welcome"
    assert refused(ANN, *[start("slack:T1:C1:2.0", is_open=True)] * 3) == "welcome"


def test_pushes_have_a_limit_of_their_own_and_leave_people_theirs() -> None:
    push = ANN.model_copy(update={"is_push": True})
    again = start(HERE, "ann").model_copy(update={"via": "github-pull-push"})
    elsewhere = again.model_copy(update={"place": "slack:T1:C1:2.0"})
    asked = start("slack:T1:C2:1.0", "ann")

    assert refused(push, *[again] * 4, *[elsewhere] * 5, *[asked] * 5) == "welcome"
    assert refused(push, *[again] * 5) == "limit-push limit=5 hours=24"
    assert refused(push, *[asked] * 50, *[elsewhere] * 50) == "limit-workspace limit=100 hours=24"
    assert refused(ANN, *[again] * 60, *[elsewhere] * 60, *[asked] * 4) == "welcome"


def test_hard_case_16_a_bot_asks_once_in_a_thread_where_people_may_still_ask() -> None:
    bot = Asking(person="bot", place=HERE, is_bot=True)
    by_bot = start(HERE, "other-bot").model_copy(update={"via": BY_BOT})
    elsewhere = by_bot.model_copy(update={"place": "slack:T1:C1:2.0"})

    assert refused(bot, start(HERE), elsewhere) == "welcome"
    assert refused(bot, by_bot, start(HERE)) == "limit-bot-thread id=D-7"
    assert refused(ANN, by_bot) == "welcome"


def test_what_is_asked_outside_a_thread_shares_no_thread() -> None:
    place = "slack:T1:C1:"

    assert refused(Asking(person="ann", place=place), *[start(place, is_open=True)] * 3) == "welcome"


def test_a_person_starts_five_decisions_a_day_wherever_they_ask() -> None:
    own = [start(f"slack:T1:C{number}:1.0", "ann", age=number) for number in range(5, 0, -1)]

    assert refused(ANN, *own[1:]) == "welcome"
    assert refused(ANN, *own) == "limit-person limit=5 hours=24"
    assert refused(Asking(person="eve", place=HERE), *own) == "welcome"


def test_a_channel_starts_twenty_decisions_a_day() -> None:
    others = [start(f"slack:T1:C1:{number}.0", f"p{number}") for number in range(20)]

    assert refused(ANN, *others[1:]) == "welcome"
    assert refused(ANN, *others) == "limit-channel limit=20 hours=24"
    assert refused(Asking(person="ann", place="slack:T1:C10:1.0"), *others) == "welcome"


def test_a_workspace_starts_a_hundred_decisions_a_day() -> None:
    others = [start(f"slack:T1:C{number}:1.0", f"p{number}") for number in range(2, 102)]

    assert refused(ANN, *others[1:]) == "welcome"
    assert refused(ANN, *others) == "limit-workspace limit=100 hours=24"
    assert refused(Asking(person="ann", place="slack:T10:C1:1.0"), *others) == "welcome"


def test_a_start_counts_for_24_hours_and_the_refusal_says_how_long_still() -> None:
    old = [start(asker="ann", age=DAY)] * 4
    hour = 3_600 * SECOND

    assert refused(ANN, *old, start(asker="ann")) == "welcome"
    assert refused(ANN, *[start(asker="ann", age=DAY - hour)] * 5) == "limit-person limit=5 hours=1"
    assert refused(ANN, *[start(asker="ann", age=DAY - hour)] * 9, start(asker="ann")).endswith("hours=1")
    assert refused(ANN, start(asker="ann", age=DAY - 1), *[start(asker="ann")] * 5).endswith("hours=24")


def test_a_terminal_has_no_limit() -> None:
    assert refused(Asking(person="ann", place="terminal"), *[start("terminal", "ann", is_open=True)] * 200) == "welcome"


async def ask(store: Store, asking: Asking, key: str) -> str:
    """The id of a new decision, within limits."""
    words = OpenedWords(question="Which?", options=("one", "two"))
    draft = Draft(actor=asking.person, facts=opened(places=(asking.place,)), words=words)
    decision = await store.create(lambda _: draft, open_key=key, admit=admission(asking, Limits()))
    return decision.id


async def test_of_many_requests_at_once_as_many_open_as_are_allowed(store: Store, clock: HandClock) -> None:
    asked = [ask(store, Asking(person="ann", place=f"slack:T1:C1:{number}.0"), str(number)) for number in range(20)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    clock.now += DAY
    tomorrow = await ask(store, ANN, "tomorrow")

    assert sum(isinstance(answer, RequestError) for answer in answers) == 15
    assert await store.ids() == [f"D-{number}" for number in range(1, 7)]
    assert tomorrow == "D-6"


async def test_a_decision_counts_in_its_thread_as_long_as_it_is_open(store: Store, clock: HandClock) -> None:
    for number in range(3):
        await ask(store, Asking(person=f"p{number}", place=HERE), str(number))
    clock.now += 3 * DAY
    with pytest.raises(RequestError, match="limit-thread limit=3 id=D-3"):
        await ask(store, ANN, "fourth")
    with pytest.raises(IllegalEventError, match="already-open id=D-1"):
        await ask(store, ANN, "0")
    await store.append(await store.load("D-1"), Draft(actor="p0", facts=Cancelled(via="slack")))

    assert await ask(store, ANN, "fourth") == "D-4"


async def test_a_decision_without_a_place_is_in_nobodys_way(store: Store) -> None:
    draft = Draft(actor="ann", facts=opened(), words=OpenedWords(question="Which?", options=("one", "two")))
    await store.create(lambda _: draft, open_key="")

    assert await ask(store, ANN, "second") == "D-2"


def request(**changes: object) -> Request:
    return Request(decision="D-1", seat=seat(0, **changes), messages=(), form={})


def reply(cost: int | None, calls: int = 1) -> Reply:
    return Reply(text="", model="m1", family="m", usage=Usage(calls=calls, cost=cost))


@pytest.fixture
async def asked(store: Store) -> ScriptedAsk:
    """Nobody has answered yet, and the decision is there."""
    await ask(store, ANN, "")
    return ScriptedAsk()


def metered(ask_: ScriptedAsk, store: Store, clock: HandClock, cap: int = 100_000) -> Metered:
    return Metered(ask_, store, limits=Limits(money_per_day=cap), clock=clock)


@pytest.mark.parametrize(("usage", "spent"), [((7, 1), 7), ((0, 1), 0), ((None, 2), 2 * CEILING)])
async def test_what_a_call_cost_is_settled_and_an_unknown_price_counts_at_the_ceiling(
    store: Store, clock: HandClock, asked: ScriptedAsk, usage: tuple[int | None, int], spent: int
) -> None:
    asked.enqueue("s1", reply(*usage))
    answer = await metered(asked, store, clock)(request())

    assert answer == reply(*usage)
    assert await store.spending.spent(0) == spent


@pytest.mark.parametrize(
    ("bill", "spent"), [(Usage(calls=3, cost=30), 30), (Usage(calls=3, cost=None), 3 * CEILING), (None, 3 * CEILING)]
)
async def test_failed_calls_count_and_what_nobody_knows_counts_in_full(
    store: Store, clock: HandClock, asked: ScriptedAsk, bill: Usage | None, spent: int
) -> None:
    asked.enqueue("s1", AgentUnavailableError("provider_error", spent=bill))
    with pytest.raises(AgentUnavailableError, match="cause-provider_error"):
        await metered(asked, store, clock)(request())

    assert await store.spending.spent(0) == spent


async def test_a_call_that_is_cut_off_stays_reserved(store: Store, clock: HandClock, asked: ScriptedAsk) -> None:
    is_asking = asyncio.Event()

    async def hang(_: Request) -> Reply:
        is_asking.set()
        await asyncio.Event().wait()
        raise AssertionError

    task = asyncio.create_task(Metered(hang, store, limits=Limits(), clock=clock)(request()))
    await is_asking.wait()
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)

    assert asked.history == []
    assert await store.spending.spent(0) == 3 * CEILING


async def test_beyond_the_days_money_nobody_is_asked(store: Store, clock: HandClock, asked: ScriptedAsk) -> None:
    asked.enqueue("s1", reply(50_000), reply(1))
    within = metered(asked, store, clock)
    await within(request())
    with pytest.raises(AgentUnavailableError) as caught:
        await within(request())
    clock.now += DAY + 1
    await within(request())

    assert (caught.value.cause, caught.value.spent) == ("budget", Usage())
    assert len(asked.history) == 2


async def test_calls_at_once_reserve_no_more_than_there_is(store: Store, clock: HandClock, asked: ScriptedAsk) -> None:
    asked.enqueue("s1", *[reply(60_000)] * 10)
    within = metered(asked, store, clock, cap=3 * 3 * CEILING)
    answers = await asyncio.gather(*(within(request()) for _ in range(10)), return_exceptions=True)

    assert sum(isinstance(answer, Reply) for answer in answers) == 3
    assert await store.spending.spent(0) == 180_000


async def test_what_is_free_is_asked_without_money(store: Store, clock: HandClock, asked: ScriptedAsk) -> None:
    asked.enqueue("s1", reply(0))
    await metered(asked, store, clock, cap=0)(request(call_ceiling=0))

    assert await store.spending.spent(0) == 0


async def test_nothing_is_opened_once_the_days_money_is_spent(
    store: Store, clock: HandClock, asked: ScriptedAsk
) -> None:
    limits = Limits(money_per_day=100)
    await require_money(store, limits, clock())
    await store.spending.reserve("D-1", 100, since=0, cap=100)
    with pytest.raises(RequestError, match="limit-money"):
        await require_money(store, limits, clock())
    clock.now += DAY + 1
    await require_money(store, limits, clock())

    assert asked.history == []
