"""Asks one agent: its answer, one repair, or an abstention with the cause; and the moderator, twice."""

import asyncio

from consensus import hearing
from consensus.asking import (
    Silence,
    abstention_draft,
    ballot_draft,
    brief_for,
    critique_draft,
    kept,
    moderator_brief,
    moderator_request,
    read,
    request_for,
)
from consensus.decision import Decision
from consensus.errors import AgentUnavailableError
from consensus.events import Draft, ProposalWords, Usage, total
from consensus.panel.agents import Seat
from consensus.panel.prompting import repair_messages
from consensus.panel.reading import Abstains, BallotRead, CritiqueRead, ModeratorRead, Unreadable, read_moderator
from consensus.ports import Ask, Reply
from consensus.voting.ballots import Cause

CALL_SECONDS = 45
"""One call with its repair."""
ATTEMPTS = (1, 2)
"""The answer, and one repair; the moderator, and once more."""
LOST = Usage(calls=1, cost=None)
"""What a call may have cost that was given up."""


async def hear(decision: Decision, seat: Seat, round_: int, ask: Ask) -> Draft:
    """One seat's ballot or critique, or its abstention with the cause."""
    brief = brief_for(decision, seat, round_)
    request = request_for(decision, seat, brief)
    bills: list[Usage] = []
    unreadable: Unreadable | None = None
    raw, http = "", None
    cause: Cause
    try:
        async with asyncio.timeout(CALL_SECONDS):
            for attempt in ATTEMPTS:
                reply = await ask(request)
                bills.append(reply.usage)
                reply = reply.model_copy(update={"usage": total(bills)})
                raw = reply.text
                match reading := read(raw, brief):
                    case BallotRead():
                        return ballot_draft(brief, seat, reply, reading, attempt)
                    case CritiqueRead():
                        return critique_draft(decision, seat, reply, reading)
                    case Abstains():
                        return abstention_draft(decision, seat, round_, Silence(reading.cause, reply.usage, raw))
                unreadable = reading
                request = request.model_copy(
                    update={"messages": repair_messages(request.messages, raw, reading.problem, lang=brief.lang)}
                )
    except TimeoutError:
        bills.append(LOST)
        cause = "timeout"
    except AgentUnavailableError as error:
        bills.append(error.spent or LOST)
        cause, http, raw = error.cause, error.http, raw or error.detail
    if unreadable:
        cause = unreadable.cause
    return abstention_draft(decision, seat, round_, Silence(cause, total(bills), raw, http))


async def moderate(
    tied: tuple[str, ...], decision: Decision, ask: Ask
) -> tuple[str | None, ProposalWords, str | None, Usage]:
    """The moderator's option with its reason; asked twice, with the options in another order: both must agree."""
    if hearing.moderator_estimate(decision.panel, len(ATTEMPTS)) > hearing.left(decision.panel):
        return None, ProposalWords(), None, Usage()
    said = await asyncio.gather(*(_moderator_says(tied, decision, turn, ask) for turn in range(len(ATTEMPTS))))
    replies, readings = zip(*said, strict=True)
    words = ProposalWords(raw="\n\n".join(kept(reply.text) for reply in replies))
    usage, model = total(reply.usage for reply in replies), replies[0].model or None
    first, second = readings
    if not isinstance(first, ModeratorRead) or not isinstance(second, ModeratorRead) or first.option != second.option:
        return None, words, model, usage
    return first.option, words.model_copy(update={"reason": first.reason}), model, usage


async def _moderator_says(
    tied: tuple[str, ...], decision: Decision, turn: int, ask: Ask
) -> tuple[Reply, ModeratorRead | Unreadable | None]:
    brief = moderator_brief(decision, tied, turn)
    try:
        async with asyncio.timeout(CALL_SECONDS):
            reply = await ask(moderator_request(decision, brief))
    except TimeoutError:
        return Reply(text="", model="", family="", usage=LOST), None
    except AgentUnavailableError as error:
        return Reply(text=error.detail, model="", family="", usage=error.spent or LOST), None
    return reply, read_moderator(reply.text, brief)
