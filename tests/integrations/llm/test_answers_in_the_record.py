"""What a model says over the wire, as the record keeps it: strictly read, repaired once, under its own name."""

import json

import pytest

from consensus.calling import hear
from consensus.events import Abstained, BallotCast, Facts, Policy
from integrations.llm import Models
from tests.fake_models import FakeModels, Turn, answers, fails, refuses
from tests.fakes import opened, seat, start
from tests.integrations.llm.asking import LATE_TYPES, request

SENSE = {"rationale": "cheap", "risks": [], "choice": "option o1", "confidence": 0.8, "would_change": "drill"}
NUMBERED = "1. The cost\n2. The risk\nRANKING: option o2, option o1, option o3"


async def heard(ask: Models, model: str = "openai/m1", **changes: object) -> Facts:
    """What the first seat has in the record, asked blind to rank three options."""
    first = seat(0, model=model, temperature=1000, **changes)
    decision = start(opened(3, policy=Policy(rule="borda"), roster=(first, *(seat(index) for index in range(1, 5)))))
    return (await hear(decision, first, 1, ask)).facts


async def ballot(ask: Models, model: str = "openai/m1", **changes: object) -> BallotCast:
    facts = await heard(ask, model, **changes)
    assert isinstance(facts, BallotCast)
    return facts


async def abstention(ask: Models, model: str = "openai/m1") -> Abstained:
    facts = await heard(ask, model)
    assert isinstance(facts, Abstained)
    return facts


async def test_hard_case_70_a_choice_outside_the_schema_is_repaired_once_and_then_an_abstention(
    server: FakeModels, ask: Models
) -> None:
    said = '{"choice": "maybe option o2"}'
    server.usual = answers(said)

    facts = await abstention(ask)

    assert (facts.cause, facts.usage.calls, server.calls) == ("outside_options", 2, 2)
    assert [message["role"] for message in server.bodies[1]["messages"]] == ["system", "user", "assistant", "user"]
    assert server.bodies[1]["messages"][2]["content"] == said


async def test_hard_case_70_a_choice_that_the_repair_names_counts(server: FakeModels, ask: Models) -> None:
    server.script(answers('{"choice": "maybe option o2"}'), answers(json.dumps(SENSE | {"choice": "option o2"})))

    facts = await ballot(ask)

    assert (facts.choice, facts.repaired, server.calls) == ("o2", True, 2)


@pytest.mark.filterwarnings(LATE_TYPES)
@pytest.mark.parametrize(
    ("model", "turn", "is_noted"),
    [
        ("openai/unknown-to-the-price-map", answers("{}"), False),
        ("mistral/unknown-to-the-price-map", answers("{}"), False),
        ("openai/unknown-to-the-price-map", refuses("response_format"), True),
        ("openai/gpt-4", answers("{}"), True),
    ],
)
async def test_hard_case_71_a_schema_is_sent_or_its_absence_is_noted(
    server: FakeModels, ask: Models, model: str, turn: Turn, *, is_noted: bool
) -> None:
    """Of gpt-4 litellm itself knows that it takes no schema; asked to drop parameters, it would do so in silence."""
    server.usual = turn

    reply = await ask(request(model))

    assert ("response_format" not in server.bodies[-1], "schema_dropped" in reply.flags) == (is_noted, is_noted)


async def test_hard_case_71_without_a_schema_an_answer_is_read_as_strictly(server: FakeModels, ask: Models) -> None:
    server.usual = answers('{"choice": "maybe option o2"}')

    assert (await abstention(ask, "openai/gpt-4")).cause == "outside_options"


async def test_hard_case_71_a_ballot_without_a_schema_says_so(server: FakeModels, ask: Models) -> None:
    server.usual = answers(json.dumps(SENSE))

    assert (await ballot(ask, "openai/gpt-4", family="openai")).flags == ("schema_dropped",)


async def test_hard_case_72_the_record_names_the_model_that_answered(server: FakeModels, ask: Models) -> None:
    server.script(*[fails(503)] * 3, answers(json.dumps(SENSE), model="qwen/qwen3-8b"))

    facts = await ballot(ask, "openai/gpt-6-luna", fallback="openai/m2", family="openai")

    assert (facts.model, facts.family, facts.flags) == ("qwen3-8b", "qwen", ("fallback_model",))


async def test_hard_case_72_a_refused_temperature_is_noted_in_the_record(server: FakeModels, ask: Models) -> None:
    server.usual = refuses("temperature", json.dumps(SENSE))

    assert (await ballot(ask)).flags == ("temperature_dropped",)


@pytest.mark.parametrize("about", ["rationale", "around"])
async def test_hard_case_79_numbers_in_the_reasoning_are_no_ranking(
    server: FakeModels, ask: Models, about: str
) -> None:
    typed = SENSE | {"ranking": ["option o1", "option o3"]}
    said = {
        "rationale": json.dumps(typed | {"rationale": NUMBERED}),
        "around": f"{NUMBERED}\n{json.dumps(typed)}\n{NUMBERED}",
    }
    server.usual = answers(said[about])

    facts = await ballot(ask)

    assert (facts.choice, facts.ranking, facts.repaired) == ("o1", ("o1", "o3"), False)


async def test_hard_case_79_numbered_reasoning_alone_is_no_ballot(server: FakeModels, ask: Models) -> None:
    server.usual = answers(NUMBERED)

    assert (await abstention(ask)).cause == "unparseable"
