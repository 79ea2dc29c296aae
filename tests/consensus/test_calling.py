"""One agent is asked: what it is told, what its answer becomes, and what its silence costs."""

import json
from collections.abc import Sequence

import pytest

from consensus.asking import arguments, brief_for, moderator_brief, option_text
from consensus.calling import hear, moderate
from consensus.decision import Decision
from consensus.errors import AgentUnavailableError
from consensus.events import (
    Abstained,
    AbstentionWords,
    BallotCast,
    BallotWords,
    ContextWords,
    CritiqueGiven,
    Draft,
    Erased,
    Policy,
    Usage,
)
from consensus.hearing import tripwire_seat
from consensus.panel.briefing import shown
from consensus.ports import Reply
from tests.fakes import ScriptedAsk, after, ballot, opened, seat, start
from tests.scenes import by_engine, critique, panel, take_context

pytestmark = pytest.mark.virtual_time
PRICE = Usage(calls=1, tokens_in=10, tokens_out=5, cost=300, ms=7)
SENSE = {"choice": "option o2", "confidence": 0.8, "rationale": "cheap", "risks": ["old"], "would_change": "a drill"}


def reply(answer: object, **changes: object) -> Reply:
    text = answer if isinstance(answer, str) else json.dumps(answer)
    return Reply.model_validate({"text": text, "model": "m1", "family": "m", "usage": PRICE, **changes})


async def said(*answers: Reply | AgentUnavailableError, decision: Decision | None = None, round_: int = 1) -> Draft:
    """What s1 has in the record after these answers."""
    ask = ScriptedAsk()
    ask.enqueue("s1", *answers)
    return await hear(decision or start(opened()), seat(0), round_, ask)


async def silent(
    *answers: Reply | AgentUnavailableError, decision: Decision | None = None, round_: int = 1
) -> Abstained:
    facts = (await said(*answers, decision=decision, round_=round_)).facts
    assert isinstance(facts, Abstained)
    return facts


async def test_an_answer_becomes_a_ballot_with_its_words() -> None:
    draft = await said(reply(SENSE, flags=("schema_dropped",)))

    assert isinstance(draft.facts, BallotCast)
    assert (draft.facts.choice, draft.facts.confidence, draft.facts.attempt) == ("o2", 800, 1)
    assert (draft.facts.repaired, draft.facts.flags, draft.facts.usage) == (False, ("schema_dropped",), PRICE)
    assert isinstance(draft.words, BallotWords)
    assert (draft.words.rationale, draft.words.risks, draft.words.would_change) == ("cheap", ("old",), "a drill")
    assert json.loads(draft.words.raw) == SENSE


async def test_a_repaired_answer_is_marked_and_both_calls_are_paid() -> None:
    draft = await said(reply("well"), reply(SENSE | {"confidence": "80%"}))

    assert isinstance(draft.facts, BallotCast)
    assert (draft.facts.repaired, draft.facts.attempt) == (True, 2)
    assert draft.facts.usage == PRICE.plus(PRICE)
    assert draft.facts.flags == ("confidence_rescaled",)


async def test_the_repair_shows_the_reply_and_what_was_wrong_with_it() -> None:
    ask = ScriptedAsk()
    ask.enqueue("s1", reply("well"), reply(SENSE))
    await hear(start(opened()), seat(0), 1, ask)

    assert [message.role for message in ask.history[1].messages] == ["system", "user", "assistant", "user"]
    assert ask.history[1].messages[2].text == "well"


async def test_two_unreadable_answers_are_an_abstention() -> None:
    draft = await said(reply("well"), reply("hm"))

    assert isinstance(draft.facts, Abstained)
    assert (draft.facts.cause, draft.facts.usage.calls) == ("unparseable", 2)
    assert draft.words == AbstentionWords(raw="hm")


@pytest.mark.parametrize(("choice", "cause"), [("none_of_these", "none_of_these"), ("undecided", "undecided")])
async def test_a_stated_abstention_needs_no_repair(choice: str, cause: str) -> None:
    facts = await silent(reply(SENSE | {"choice": choice}))

    assert (facts.cause, facts.usage) == (cause, PRICE)


async def test_an_agent_that_is_not_there_has_its_cause_and_its_price() -> None:
    draft = await said(AgentUnavailableError("rate_limited", http=429, detail="HTTP 429", spent=PRICE))

    assert isinstance(draft.facts, Abstained)
    assert (draft.facts.cause, draft.facts.http, draft.facts.usage) == ("rate_limited", 429, PRICE)
    assert draft.words == AbstentionWords(raw="HTTP 429")


async def test_what_an_unknown_failure_cost_is_not_nothing() -> None:
    assert (await silent(AgentUnavailableError("provider_error"))).usage == Usage(calls=1, cost=None)


async def test_a_failing_repair_leaves_the_cause_of_the_first_answer() -> None:
    draft = await said(reply("well"), AgentUnavailableError("provider_error", spent=PRICE))

    assert isinstance(draft.facts, Abstained)
    assert (draft.facts.cause, draft.facts.usage.calls) == ("unparseable", 2)
    assert draft.words == AbstentionWords(raw="well")


async def test_a_critique_names_its_arguments_but_not_its_author() -> None:
    argument = {"option": "option o1", "stance": "against", "text": "It locks the table."}
    draft = await said(reply({"arguments": [argument]}), decision=panel("ABAB-"), round_=2)

    assert isinstance(draft.facts, CritiqueGiven)
    assert [(each.option, each.stance) for each in draft.facts.arguments] == [("o1", "against")]
    assert "s1" not in draft.facts.arguments[0].id


async def test_a_seat_that_fails_last_carries_its_ballot() -> None:
    decision = after(panel("ABAB-"), *(critique(f"s{number}") for number in range(1, 6)))

    facts = await silent(AgentUnavailableError("timeout"), decision=decision, round_=3)

    assert (facts.round, facts.carried_from) == (3, 1)


async def test_an_uncounted_ballot_comes_from_the_tripwire() -> None:
    decision = take_context(start(opened(wants_context=True)), "role_change")
    ask = ScriptedAsk()
    ask.enqueue("tripwire", reply(SENSE))

    draft = await hear(decision, tripwire_seat(decision.panel), 1, ask)

    assert isinstance(draft.facts, BallotCast)
    assert not draft.facts.counted


def with_context() -> Decision:
    decision = start(opened(wants_context=True))
    taken = take_context(decision, "role_change").events[-1].facts
    return after(decision, by_engine(taken, ContextWords(sources=("ops says no",))))


def test_the_tripwire_sees_no_context_and_the_others_do() -> None:
    decision = with_context()

    assert brief_for(decision, seat(0), 1).context == ("ops says no",)
    assert brief_for(decision, tripwire_seat(decision.panel), 1).context == ()
    assert brief_for(decision, seat(0, takes_context=False), 1).context == ()


def test_every_seat_sees_the_options_in_an_order_of_its_own() -> None:
    decision = start(opened(3, offset=1))
    orders = [tuple(option for _, option in shown(brief_for(decision, each, 1))) for each in decision.opened.roster[:3]]

    assert sorted(orders) == [("o1", "o2", "o3"), ("o2", "o3", "o1"), ("o3", "o1", "o2")]


def test_only_the_pair_scores_the_question_and_only_blind() -> None:
    decision = start(opened())
    wanting = [brief_for(decision, each, 1).wants_axes for each in decision.opened.roster]

    assert wanting == [True, True, False, False, False]
    assert not brief_for(decision, seat(0), 3).wants_axes


@pytest.mark.parametrize(
    ("rule", "options", "wanted"), [("auto", 3, True), ("borda", 3, True), ("auto", 2, False), ("majority", 3, False)]
)
def test_a_ranking_is_wanted_where_it_may_be_counted(rule: str, options: int, *, wanted: bool) -> None:
    decision = start(opened(options, policy=Policy.model_validate({"rule": rule})))

    assert brief_for(decision, seat(0), 1).wants_ranking is wanted


def spoken(voices: Sequence[str]) -> Decision:
    decision = start(opened())
    for number, choice in enumerate(voices, start=1):
        words = BallotWords(rationale=f"reason {number}")
        decision = after(decision, by_engine(ballot(f"s{number}", choice), words))
    return decision


def test_the_blind_round_hears_no_arguments() -> None:
    assert arguments(spoken(["o1", "o2"]), 1) == ()


def test_critiques_hear_the_blind_reasons_and_the_last_round_hears_both() -> None:
    decision = spoken(["o1", "o2"])
    argued = after(decision, critique("s3"))

    assert [(each.option, each.text) for each in arguments(argued, 2)] == [("o1", "reason 1"), ("o2", "reason 2")]
    assert [each.text for each in arguments(argued, 3)] == ["reason 1", "reason 2", "s3 argues"]


def test_erased_words_argue_nothing() -> None:
    argued = after(spoken(["o1", "o2"]), critique("s3"))
    erased = after(argued, Draft(actor="asker", facts=Erased(seqs=(1, 2, 3, 4), scope="all")))
    silenced = tuple(
        event.model_copy(update={"words": None, "salt": None}) if event.seq < 5 else event for event in erased.events
    )
    decision = Decision(events=silenced, panel=erased.panel, people=erased.people, end=erased.end)

    assert arguments(decision, 3) == ()
    assert brief_for(decision, seat(0), 1).question == ""
    assert option_text(decision, "o1") == "o1"


def test_a_final_ballot_knows_the_first_one() -> None:
    decision = spoken(["o1", "o2"])

    assert brief_for(decision, seat(1), 3).previous == "o2"
    assert brief_for(decision, seat(1), 1).previous is None
    assert brief_for(decision, seat(4), 3).previous is None


def test_the_nonce_differs_for_every_seat_and_round() -> None:
    decision = start(opened())
    nonces = {brief_for(decision, each, round_).nonce for each in decision.opened.roster for round_ in (1, 2, 3)}

    assert len(nonces) == 15


def test_no_option_has_no_text() -> None:
    assert option_text(start(opened()), None) == ""


async def moderated(*answers: Reply | AgentUnavailableError) -> tuple[str | None, Usage]:
    ask = ScriptedAsk()
    ask.enqueue("moderator", *answers)
    option, _, _, usage = await moderate(("o1", "o2"), panel("AABB-"), ask)
    return option, usage


def choosing(option: str) -> Reply:
    return reply({"choice": f"option {option}", "reason": "easier to undo"})


async def test_a_moderator_must_say_the_same_twice() -> None:
    assert await moderated(choosing("o2"), choosing("o2")) == ("o2", PRICE.plus(PRICE))
    assert (await moderated(choosing("o2"), choosing("o1")))[0] is None
    assert (await moderated(choosing("o2"), reply("either")))[0] is None


async def test_what_a_failing_moderator_cost_is_kept() -> None:
    failure = AgentUnavailableError("provider_error", spent=PRICE)

    assert await moderated(choosing("o2"), failure) == (None, PRICE.plus(PRICE))
    assert await moderated(choosing("o2"), AgentUnavailableError("timeout")) == (
        None,
        Usage(calls=2, tokens_in=10, tokens_out=5, cost=None, ms=7),
    )


def test_the_moderator_sees_the_tied_options_in_two_orders() -> None:
    decision = panel("AABB-", 3)
    first, second = (shown(moderator_brief(decision, ("o1", "o3"), turn)) for turn in (0, 1))

    assert [option for _, option in first] == ["o1", "o3"]
    assert [option for _, option in second] == ["o3", "o1"]


def test_the_moderator_hears_what_was_said_about_the_tied_options_only() -> None:
    decision = after(spoken(["o1", "o2"]), critique("s3"))

    assert {each.option for each in moderator_brief(decision, ("o1",), 0).arguments} == {"o1"}
