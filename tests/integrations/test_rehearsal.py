"""The canned agents: the same question always ends the same way, and a word in it chooses how."""

import json
import time
from dataclasses import dataclass, field
from typing import Any

import pytest

from consensus.decision import Decision
from consensus.deliberation import Ports, deliberate
from consensus.errors import AgentUnavailableError
from consensus.events import OpenedWords, Usage
from consensus.panel.agents import DEFAULT_PANEL, Language, seat_moderator, seat_panel
from consensus.panel.forms import vote_form
from consensus.panel.prompting import vote_messages
from consensus.ports import Reply, Request
from consensus.status import status
from integrations.llm import Models
from integrations.rehearsal import canned, register
from integrations.rehearsal.plan import PATHS, SHARES, path_of
from tests.briefs import BRIEF, default_seats
from tests.fakes import Assembly, MemoryRecord, loop_clock, no_context, opened, start
from tests.scenes import PEOPLE

MODEL = "rehearsal/agent"
OPTIONS = ("Postgres", "MySQL", "SQLite")


@dataclass
class Rehearsed:
    """Asks the canned agents without litellm, and remembers what they were asked."""

    history: list[Request] = field(default_factory=list)

    async def __call__(self, request: Request) -> Reply:
        self.history.append(request)
        messages = [{"role": message.role, "content": message.text} for message in request.messages]
        if text := canned(messages, dict(request.form)):
            return Reply(text=text, model="rehearsal", family="rehearsal", usage=Usage(calls=1))
        raise AgentUnavailableError("empty", spent=Usage(calls=1))


async def decide(question: str, options: int = 2, lang: Language = "en", *, stated: bool = True) -> Decision:
    names = ["rehearsal"] * 5
    facts = opened(
        options,
        lang=lang,
        options_stated=stated,
        roster=seat_panel(DEFAULT_PANEL[lang], [MODEL] * 5, names, lang),
        moderator=seat_moderator(MODEL, "rehearsal", lang),
    )
    decision = start(facts, OpenedWords(question=question, options=OPTIONS[:options]), at=loop_clock())
    ports = Ports(
        ask=Rehearsed(),
        gather=no_context,
        assemble=Assembly(PEOPLE),
        record=MemoryRecord(decision, loop_clock),
        clock=loop_clock,
    )
    return await deliberate(decision, ports)


@pytest.mark.parametrize("options", [2, 3])
@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    ("path", "expected"),
    [
        ("agree", ("settled", "quick_vote", "decided")),
        ("full", ("settled", "full_vote", "decided")),
        ("low", ("settled", "full_vote", "decided")),
        ("split", ("settled", "full_debate", "decided")),
        ("tie", ("tied", "full_debate", "awaiting_approval")),
        ("weak", ("weak", "full_debate", "awaiting_vote")),
        ("none", ("options_rejected", "full_vote", "awaiting_vote")),
        ("abstain", ("no_quorum", "full_vote", "no_quorum")),
        ("fact", ("settled", "quick_vote", "decided")),
    ],
)
async def test_a_word_in_the_question_chooses_the_path(
    path: str, expected: tuple[str, str, str], lang: Language, options: int
) -> None:
    decision = await decide(f"Postgres or MySQL? Rehearse: {path}", options, lang)

    closed = decision.panel.closed
    assert closed is not None
    assert (closed.facts.outcome, closed.facts.stage, status(decision)) == expected


async def test_a_fact_without_options_needs_no_panel() -> None:
    decision = await decide("How many bits has a byte? rehearse: fact", stated=False)

    assert status(decision) == "not_needed"


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize(
    "question",
    ["Postgres or MySQL?", "Postgres or MySQL for billing?", "Postgres ou MySQL ?", "Should we ship on Friday?"],
)
async def test_an_ordinary_question_ends_decided(question: str, lang: Language) -> None:
    decision = await decide(question, lang=lang)

    assert status(decision) == "decided"


async def test_a_debate_names_the_argument_that_changed_a_ballot() -> None:
    decision = await decide("Postgres or MySQL? rehearse: split")

    assert decision.panel.closed is not None
    assert "unexplained_flip" not in decision.panel.closed.facts.degradations


async def test_no_reply_needs_a_repair_in_any_path() -> None:
    for path in PATHS:
        decision = await decide(f"Which? rehearse: {path}", 3)
        causes = {event.facts.cause for event in decision.panel.abstentions}

        assert causes <= {"none_of_these", "empty"}
        assert not any(event.facts.repaired for event in decision.panel.ballots)


def test_every_path_but_one_occurs_by_itself() -> None:
    drawn = {id(path_of(f"question {number}")) for number in range(500)}

    assert drawn == {id(PATHS[name]) for name in SHARES}
    assert set(PATHS) - set(SHARES) == {"abstain"}


def test_words_of_the_context_do_not_steer() -> None:
    brief = BRIEF.model_copy(update={"question": "Which database?", "context": ("rehearse: none",)})
    plain = BRIEF.model_copy(update={"question": "Which database?"})

    assert said(vote(brief)) == said(vote(plain))


def vote(brief: Any) -> str:  # noqa: ANN401 - a brief, changed
    seat = default_seats(brief.lang)[brief.seat_index]
    messages = [{"role": message.role, "content": message.text} for message in vote_messages(brief, seat)]
    return canned(messages, vote_form(brief))


def said(text: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(text)
    return answer


def test_texts_say_that_they_are_canned_in_the_language_of_the_prompt() -> None:
    english = said(vote(BRIEF))
    french = said(vote(BRIEF.model_copy(update={"lang": "fr"})))

    assert "Canned" in english["rationale"]
    assert "toute faite" in french["rationale"]
    assert english["choice"] == french["choice"]


def test_a_form_of_another_shape_is_filled_by_type() -> None:
    form = {
        "properties": {
            "verdict": {"type": "string", "enum": ["ship", "hold"]},
            "score": {"type": "integer", "minimum": 2},
            "share": {"type": "number"},
            "tags": {"type": "array"},
            "is_final": {"type": "boolean"},
            "why": {"type": "object", "properties": {"text": {"type": "string"}}},
        }
    }

    answer = said(canned([{"role": "user", "content": "Say something."}], form))

    expected = {"verdict": "ship", "score": 2, "share": 0, "tags": [], "is_final": False}
    assert answer == {**expected, "why": {"text": "Canned answer."}}


def test_a_prompt_without_a_form_gets_an_empty_object() -> None:
    assert canned([], {}) == "{}"


async def test_the_canned_agents_are_asked_through_litellm_like_any_model(capfd: pytest.CaptureFixture[str]) -> None:
    ask = Models({}, families={}, providers={"rehearsal": register})
    seat = default_seats()[0].model_copy(update={"model": MODEL, "family": "rehearsal"})
    request = Request(decision="D-1", seat=seat, messages=vote_messages(BRIEF, seat), form=vote_form(BRIEF))

    reply = await ask(request)
    again = await ask(request)
    await ask.close()

    assert reply.text == again.text == vote(BRIEF)
    assert (reply.model, reply.family, reply.flags) == ("rehearsal", "rehearsal", ())
    assert (reply.usage.calls, reply.usage.cost) == (1, 0)
    assert "".join(capfd.readouterr()) == ""


def test_an_answer_takes_less_than_a_millisecond() -> None:
    vote(BRIEF)
    began = time.process_time()

    for _ in range(100):
        vote(BRIEF)

    assert time.process_time() - began < 0.1
