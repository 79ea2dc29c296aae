"""From an understood question to an opened decision, whatever the platform: what is recorded, and under which key."""

from dataclasses import dataclass
from functools import partial
from typing import Literal

from bot.budget import Asking, Limits, admission, require_money
from bot.profiles import Profile
from bot.roster import Roster
from bot.spoken import Ask
from bot.use_cases import Desk, open_decision
from consensus import ENGINE_VERSION
from consensus.context import mask
from consensus.decision import Decision
from consensus.events import Opened, OpenedWords
from consensus.head import is_by_push
from consensus.panel.agents import Language
from consensus.question import Question, make_question, normalise
from integrations.store.starts import BY_BOT


@dataclass(frozen=True)
class Plan:
    """Everything that goes into the opening."""

    question: Question
    profile: Profile
    roster: Roster
    asker: str
    places: tuple[str, ...]
    """The first is where it was asked."""
    via: str
    typed: str
    """The request as it was written, or what was given to read with it."""
    reads: bool | None = False
    """Whether the agents get more than the question; none where who asks has to say so first."""
    replaces: str | None = None
    topic: str = ""
    """What is asked once in its place whatever the words; empty where the words say it."""
    origin: str = ""
    check: Literal["off", "shown", "gate"] = "off"
    config_digest: str = ""


def question_of(ask: Ask, lang: Language | None = None) -> Question:
    """The question as it will be put to the agents, without secrets; raises QuestionError."""
    stated = [mask(option)[0] for option in ask.options]
    asked = make_question(
        mask(ask.question)[0], stated, safest_first=bool(ask.flags.get("safest-first")), lang=ask.lang or lang
    )
    return asked.model_copy(update={"notes": (*ask.notes, *asked.notes)})


async def open_planned(desk: Desk, plan: Plan, limits: Limits) -> Decision:
    """The new decision; raises RequestError when there have been too many, or too much was spent."""
    await require_money(desk.store, limits, desk.clock())
    asking = Asking(person=plan.asker, place=plan.places[0], is_bot=plan.via == BY_BOT, is_push=is_by_push(plan.via))
    return await open_decision(
        desk, partial(facts_of, plan), words_of(plan), open_key(plan), admit=admission(asking, limits)
    )


def open_key(plan: Plan) -> str:
    """Unique while the decision is open; one that replaces another has a key of its own."""
    replaced = f" {plan.replaces}" if plan.replaces else ""
    return f"{plan.places[0]} {plan.topic or normalise(plan.question.text)}{replaced}"


def facts_of(plan: Plan, number: int) -> Opened:
    """`number` is that of the decision: the first option shown goes round with it."""
    question, policy = plan.question, plan.profile.policy
    stated = {name: getattr(plan, name) for name in ("origin", "check") if getattr(plan, name) != Plan.__dict__[name]}
    return Opened(
        engine=ENGINE_VERSION,
        asker=plan.asker,
        lang=question.lang,
        options=tuple(option.id for option in question.options),
        is_proposal=question.is_proposal,
        options_stated=question.options_stated,
        safety_order=question.safety_order,
        policy=policy,
        axes=plan.profile.axes,
        roster=plan.roster.seats,
        moderator=plan.roster.moderator,
        offset=number % len(question.options),
        wants_context=bool(plan.reads),
        places=tuple(dict.fromkeys(plan.places)),
        supersedes=plan.replaces,
        config_digest=plan.config_digest,
        via=plan.via,
        **stated,
    )


def words_of(plan: Plan) -> OpenedWords:
    question = plan.question
    return OpenedWords(
        question=question.text,
        options=tuple(option.text for option in question.options),
        request=mask(plan.typed)[0],
        notes=question.notes,
    )
