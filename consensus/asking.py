"""What one seat is asked in one round, and what its answer becomes in the record: pure, both ways."""

import hashlib
from dataclasses import dataclass

from consensus import hearing
from consensus.decision import Decision
from consensus.events import (
    ENGINE,
    TRIPWIRE,
    Abstained,
    AbstentionWords,
    Argument,
    BallotCast,
    BallotWords,
    ContextWords,
    CritiqueGiven,
    CritiqueWords,
    Draft,
    OpenedWords,
    Usage,
)
from consensus.panel.agents import Seat
from consensus.panel.briefing import Brief, BriefArgument, shown
from consensus.panel.prompting import (
    critique_form,
    critique_messages,
    final_form,
    final_messages,
    moderator_form,
    moderator_messages,
    vote_form,
    vote_messages,
)
from consensus.panel.reading import (
    LONGEST_RAW,
    Abstains,
    BallotRead,
    CritiqueRead,
    Unreadable,
    read_ballot,
    read_critique,
    read_final,
)
from consensus.ports import Reply, Request
from consensus.text import printable, shortened
from consensus.voting.ballots import Cause

Reading = BallotRead | CritiqueRead | Abstains | Unreadable


def brief_for(decision: Decision, seat: Seat, round_: int) -> Brief:
    """All that this seat is told in this round; a final ballot hears the arguments, the tripwire no context."""
    opened = decision.opened
    index = next((i for i, each in enumerate(opened.roster) if each.seat == seat.seat), 0)
    takes_context = seat.takes_context and seat.seat != TRIPWIRE
    return Brief(
        decision=decision.id,
        lang=opened.lang,
        question=_opened_words(decision).question,
        options=_options(decision, opened.options),
        seat_index=index,
        offset=opened.offset,
        round=round_,
        wants_ranking=opened.policy.rule in {"borda", "auto"} and len(opened.options) > 2,  # noqa: PLR2004 -- a pair needs no ranking
        wants_axes=round_ == hearing.BLIND and index < len(hearing.quick_pair(decision.panel)),
        context=_context(decision) if takes_context else (),
        arguments=arguments(decision, round_),
        own=_own_arguments(decision, seat),
        previous=_previous(decision, seat, round_),
        nonce=_nonce(decision, f"{seat.seat}:{round_}"),
    )


def request_for(decision: Decision, seat: Seat, brief: Brief) -> Request:
    messages, form = {
        hearing.BLIND: (vote_messages, vote_form),
        hearing.CRITIQUES: (critique_messages, critique_form),
        hearing.FINAL: (final_messages, final_form),
    }[brief.round]
    return Request(decision=decision.id, seat=seat, messages=messages(brief, seat), form=form(brief))


def moderator_brief(decision: Decision, tied: tuple[str, ...], turn: int) -> Brief:
    """The whole file with the tied options; another `turn` shows them in another order."""
    opened = decision.opened
    return Brief(
        decision=decision.id,
        lang=opened.lang,
        question=_opened_words(decision).question,
        options=_options(decision, tied),
        seat_index=turn,
        offset=opened.offset,
        round=hearing.FINAL,
        wants_ranking=False,
        wants_axes=False,
        context=_context(decision),
        arguments=tuple(each for each in arguments(decision, hearing.FINAL) if each.option in tied),
        previous=None,
        nonce=_nonce(decision, f"moderator:{turn}"),
    )


def moderator_request(decision: Decision, brief: Brief) -> Request:
    seat = decision.opened.moderator
    return Request(
        decision=decision.id, seat=seat, messages=moderator_messages(brief, seat), form=moderator_form(brief)
    )


def read(text: str, brief: Brief) -> Reading:
    """The answer by the strict reader of this round."""
    if brief.round == hearing.CRITIQUES:
        return read_critique(text, brief)
    return read_final(text, brief) if brief.round == hearing.FINAL else read_ballot(text, brief)


def arguments(decision: Decision, round_: int) -> tuple[BriefArgument, ...]:
    """What was argued before this round, without who said it: blind rationales, then the critiques."""
    if round_ == hearing.BLIND:
        return ()
    found = [
        BriefArgument(
            id=_argument_id(decision.id, cast.facts.seat, 0),
            option=cast.facts.choice,
            stance="for",
            text=words.rationale,
        )
        for cast in hearing.counted(decision.panel, hearing.BLIND).values()
        if isinstance(words := decision.words(cast.seq), BallotWords) and words.rationale
    ]
    for given in decision.panel.critiques if round_ == hearing.FINAL else ():
        texts = decision.words(given.seq)
        if isinstance(texts, CritiqueWords):
            found += [
                BriefArgument(id=argument.id, option=argument.option, stance=argument.stance, text=text)
                for argument, text in zip(given.facts.arguments, texts.arguments, strict=True)
            ]
    return tuple(found)


def ballot_draft(brief: Brief, seat: Seat, reply: Reply, reading: BallotRead, attempt: int) -> Draft:
    facts = BallotCast(
        round=brief.round,
        seat=seat.seat,
        choice=reading.choice,
        confidence=reading.confidence,
        ranking=reading.ranking,
        axes=reading.axes,
        about_person=reading.about_person,
        repaired=attempt > 1,
        flags=tuple(dict.fromkeys((*reply.flags, *reading.flags))),
        shown=shown(brief),
        moved_by=reading.moved_by,
        model=reply.model,
        family=reply.family,
        attempt=attempt,
        counted=seat.seat != TRIPWIRE,
        usage=reply.usage,
    )
    return Draft(actor=ENGINE, facts=facts, words=reading.words)


def critique_draft(decision: Decision, seat: Seat, reply: Reply, reading: CritiqueRead) -> Draft:
    named = tuple(
        Argument(id=_argument_id(decision.id, seat.seat, n), option=option, stance=stance)
        for n, (option, stance, _) in enumerate(reading.arguments, start=1)
    )
    facts = CritiqueGiven(
        seat=seat.seat, arguments=named, flags=reply.flags, model=reply.model, family=reply.family, usage=reply.usage
    )
    texts = tuple(text for _, _, text in reading.arguments)
    return Draft(actor=ENGINE, facts=facts, words=CritiqueWords(arguments=texts, raw=kept(reply.text)))


@dataclass(frozen=True)
class Silence:
    """Why a seat has no ballot: the cause, what it cost, and what was said instead."""

    cause: Cause
    usage: Usage
    raw: str = ""
    http: int | None = None


def abstention_draft(decision: Decision, seat: Seat, round_: int, silence: Silence) -> Draft:
    facts = Abstained(
        round=round_,
        seat=seat.seat,
        cause=silence.cause,
        http=silence.http,
        carried_from=hearing.carried_from(decision.panel, seat.seat, round_, silence.cause),
        counted=seat.seat != TRIPWIRE,
        usage=silence.usage,
    )
    return Draft(actor=ENGINE, facts=facts, words=AbstentionWords(raw=kept(silence.raw)))


def _opened_words(decision: Decision) -> OpenedWords:
    words = decision.words(decision.panel.opened.seq)
    return words if isinstance(words, OpenedWords) else OpenedWords(question="", options=decision.opened.options)


def kept(raw: str) -> str:
    """A reply as the record keeps it: printable, and not longer than anybody reads."""
    return shortened(printable(raw), LONGEST_RAW)


def option_text(decision: Decision, option: str | None) -> str:
    """The option as it was written; empty for none."""
    texts = dict(zip(decision.opened.options, _opened_words(decision).options, strict=True))
    return texts[option] if option else ""


def _options(decision: Decision, among: tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    texts = dict(zip(decision.opened.options, _opened_words(decision).options, strict=True))
    return tuple((option, texts[option]) for option in among)


def _context(decision: Decision) -> tuple[str, ...]:
    taken = decision.panel.context
    words = decision.words(taken.seq) if taken else None
    return words.sources if isinstance(words, ContextWords) else ()


def _previous(decision: Decision, seat: Seat, round_: int) -> str | None:
    """What this seat chose before, for its last ballot."""
    first = hearing.counted(decision.panel, hearing.BLIND).get(seat.seat)
    return first.facts.choice if first and round_ == hearing.FINAL else None


def _argument_id(decision_id: str, seat: str, number: int) -> str:
    """Says nothing of who argued; 0 is the seat's blind rationale."""
    return "arg-" + hashlib.sha256(f"{decision_id}:{seat}:{number}".encode()).hexdigest()[:6]


def _own_arguments(decision: Decision, seat: Seat) -> frozenset[str]:
    given = (each.facts.arguments for each in decision.panel.critiques if each.facts.seat == seat.seat)
    return frozenset(
        [_argument_id(decision.id, seat.seat, 0), *(argument.id for arguments in given for argument in arguments)]
    )


def _nonce(decision: Decision, purpose: str) -> str:
    """Unforgeable by whoever wrote the texts inside the fence: it follows from the salted hash of the opening."""
    return hashlib.sha256(f"{decision.events[0].hash}:{purpose}".encode()).hexdigest()[:12]
