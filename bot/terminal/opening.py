"""What `decide` was told at the terminal: the question, its options, the policy and the context."""

import hashlib
from collections.abc import Mapping
from pathlib import PurePath
from typing import Any

from bot.commands import parse_question
from bot.profiles import Profile, profile
from bot.roster import Roster
from bot.settings import Settings
from bot.terminal.tallying import read_text
from consensus.context import budgeted, clean, mask
from consensus.errors import ConfigurationError, RequestError
from consensus.events import Axes, ContextTaken, ContextWords, Policy, Source
from consensus.question import Question, make_question

VIA = "terminal"
STAKES = {"low": 1, "medium": 2, "high": 3}
ELECTORATE = 1
"""At the terminal only the person at the keyboard votes."""
LARGEST_CONTEXT = 1_000_000
"""Bytes of a file given as context; of that, as much is read as a prompt takes."""


def question_of(options: Mapping[str, Any]) -> tuple[Question, str]:
    """The question as it will be asked, without secrets, and the request as it was typed."""
    typed, _ = mask(" ".join(options["question"]).strip())
    stated = [mask(option)[0] for option in options["option"]]
    asked = parse_question(typed)
    if stated and asked.options:
        asked = asked.model_copy(update={"question": typed, "options": ()})
    question = make_question(
        asked.question, stated or asked.options, safest_first=options["safest_first"], lang=options["lang"]
    )
    return question.model_copy(update={"notes": (*asked.notes, *question.notes)}), typed


def profile_of(options: Mapping[str, Any], settings: Settings) -> Profile:
    """The configured policy with what the flags say; at the terminal the operator sits, so flags may loosen too."""
    if options["voters"] or options["in"]:
        raise RequestError("flag-not-in-terminal", flag="voters" if options["voters"] else "in")
    base = profile(settings.configuration, options["profile"])
    stated = {"rule": options["rule"], "debate": options["debate"], "budget": options["budget"]}
    changes: dict[str, Any] = {name: value for name, value in stated.items() if value is not None}
    if options["human"]:
        changes["human"] = "always"
    ballot = {
        "quorum": _quorum(options["quorum"], base),
        "open_for": options["close"],
        "hidden": options["hide"] or None,
    }
    vote = base.policy.vote.model_copy(update={name: value for name, value in ballot.items() if value is not None})
    approval = base.policy.approval.model_copy(update={"four_eyes": False, "approvers": None})
    policy = base.policy.model_copy(update={**changes, "vote": vote, "approval": approval})
    return Profile(policy=Policy.model_validate(policy.model_dump()), axes=_axes(options, base.axes))


def _quorum(stated: int | None, base: Profile) -> int | None:
    """A configured quorum is for a team: of the one person at the terminal more than one vote cannot come."""
    if stated is not None and stated > ELECTORATE:
        raise RequestError("quorum-beyond-terminal", quorum=stated)
    return None if stated is None and base.policy.vote.quorum is None else ELECTORATE


def _axes(options: Mapping[str, Any], configured: Axes | None) -> Axes | None:
    """`--qualify` says all three; `--stakes` says one and leaves the others."""
    stated: Axes | None = options["qualify"] or configured
    if options["stakes"] is None:
        return stated
    return (stated or Axes()).model_copy(update={"stakes": STAKES[options["stakes"]]})


def context_of(file: str | None) -> tuple[ContextTaken, ContextWords] | None:
    """What the file says, cleaned and cut to what a prompt takes; none without a file."""
    if file is None:
        return None
    cleaned = clean(read_text(file, LARGEST_CONTEXT))
    used, cut = budgeted([cleaned.text])
    source = Source(
        source="file",
        ref="-" if file == "-" else PurePath(file).name,
        total=len(cleaned.text),
        used=min(len(cleaned.text), len(used[0])),
        digest=hashlib.sha256(used[0].encode()).hexdigest(),
    )
    taken = ContextTaken(sources=(source,), cut=cut, hidden=cleaned.hidden, masked=cleaned.masked, flags=cleaned.flags)
    return taken, ContextWords(sources=used)


def characters_of(question: Question, context: tuple[ContextTaken, ContextWords] | None) -> int:
    """How much there is to read for each agent."""
    texts = (question.text, *(option.text for option in question.options), *(context[1].sources if context else ()))
    return sum(map(len, texts))


def may_read(settings: Settings, roster: Roster) -> None:
    """Raises ConfigurationError unless the settings let every provider of the panel see a context."""
    allowed = settings.configuration.context
    if allowed.mode == "off":
        raise ConfigurationError("context-off")
    for seat in (*roster.seats, roster.moderator):
        provider = seat.model.partition("/")[0]
        if allowed.providers is not None and provider not in allowed.providers:
            raise ConfigurationError("context-provider", provider=provider, model=seat.model)
