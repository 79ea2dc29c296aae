"""All that is behind a card, for every surface: each ballot and round, what people did, what was read, what it cost."""

from collections.abc import Iterator
from typing import Final

from consensus import hearing
from consensus.asking import option_text
from consensus.card.lines import Line, Person, line
from consensus.card.panel import footer, providers
from consensus.card.people import by_rule, people
from consensus.card.reading import named, unit
from consensus.decision import Decision
from consensus.events import Abstained, BallotCast, CritiqueGiven, CritiqueWords, ProposalWords, Reason
from consensus.model import Model
from consensus.people import Vote
from consensus.recorded import Recorded
from consensus.verdict import ballot_words

PER_CENT: Final = 10
"""Thousandths in one per cent."""
MOST_NAMED: Final = 200
"""Of a larger electorate nobody reads the names."""


class Title(Model):
    """Stands above what follows."""

    line: Line


class Quoted(Model):
    """Somebody's own words, of any length."""

    text: str


Detail = Title | Line | Quoted


def details(decision: Decision) -> Iterator[Detail]:
    """From the options to the cost, in the order in which it happened."""
    yield from _options(decision)
    for round_ in sorted({event.facts.round for event in decision.panel.said}):
        yield Title(line=line("progress-round", round=round_))
        for event in sorted(decision.panel.said, key=lambda event: event.seq):
            if event.facts.round == round_:
                yield from _heard(decision, event)
    yield from _moderator(decision)
    yield from _people(decision)
    yield from _read(decision)
    yield Title(line=line("details-cost"))
    yield from footer(decision)
    usage = hearing.total_usage(event.facts for event in decision.events)
    yield line("line-tokens", tokens_in=usage.tokens_in, tokens_out=usage.tokens_out)


def _options(decision: Decision) -> Iterator[Detail]:
    """The options in full, and how the question was qualified."""
    yield Title(line=line("details-options"))
    for place, option in enumerate(decision.opened.options, start=1):
        yield line("details-option", place=place, option=option_text(decision, option))
    axes = hearing.axes(decision.panel)
    if axes:
        by = line("details-by-asker" if decision.opened.axes else "details-by-agents")
        yield line("line-axes", by=by, **{name: "?" if at is None else at for name, at in axes.model_dump().items()})


def _heard(decision: Decision, event: Recorded[BallotCast | Abstained | CritiqueGiven]) -> Iterator[Detail]:
    facts = event.facts
    if isinstance(facts, BallotCast):
        yield from _ballot(decision, event.holding(facts))
    elif isinstance(facts, CritiqueGiven):
        yield from _critique(decision, event.holding(facts))
    else:
        role = hearing.role(decision.panel, facts.seat)
        yield line("line-missing-seat", role=role, cause=line(f"cause-{facts.cause}"))


def _ballot(decision: Decision, cast: Recorded[BallotCast]) -> Iterator[Detail]:
    facts, words = cast.facts, ballot_words(decision, cast)
    key, sure = "details-ballot", {}
    if facts.confidence is not None:
        key, sure = "details-ballot-sure", {"percent": facts.confidence // PER_CENT}
    option = option_text(decision, facts.choice)
    yield line(key, role=hearing.role(decision.panel, facts.seat), model=facts.model, option=option, **sure)
    if facts.ranking:
        ranked = " > ".join(option_text(decision, option) for option in facts.ranking)
        yield line("details-ranking", ranking=ranked)
    yield Quoted(text=words.rationale)
    for risk in words.risks:
        yield line("details-risk", risk=risk)
    if words.would_change:
        yield line("line-would-change", what=words.would_change)
    yield from _moved(decision, cast)


def _moved(decision: Decision, cast: Recorded[BallotCast]) -> Iterator[Detail]:
    """Whether a final ballot differs from the seat's blind one, and the argument that it names."""
    blind = hearing.counted(decision.panel, hearing.BLIND).get(cast.facts.seat)
    if cast.facts.round != hearing.FINAL or blind is None or blind.facts.choice == cast.facts.choice:
        return
    before, after = (option_text(decision, each.facts.choice) for each in (blind, cast))
    yield line("details-moved", before=before, after=after)
    arguments = dict(_arguments(decision))
    if cast.facts.moved_by in arguments:
        yield line("line-moved-by", argument=arguments[cast.facts.moved_by])


def _arguments(decision: Decision) -> Iterator[tuple[str, str]]:
    for given in decision.panel.critiques:
        words = decision.words(given.seq)
        texts = words.arguments if isinstance(words, CritiqueWords) else ()
        yield from zip((argument.id for argument in given.facts.arguments), texts, strict=False)


def _critique(decision: Decision, given: Recorded[CritiqueGiven]) -> Iterator[Detail]:
    texts = dict(_arguments(decision))
    yield line("details-critique", role=hearing.role(decision.panel, given.facts.seat), model=given.facts.model)
    for argument in given.facts.arguments:
        option = option_text(decision, argument.option)
        yield line(f"details-{argument.stance}", option=option, text=texts.get(argument.id, ""))


def _moderator(decision: Decision) -> Iterator[Detail]:
    """What the moderator said: its reason, or in full what could not be taken for one proposal."""
    for proposal in decision.people.proposals:
        words = decision.words(proposal.made.seq)
        if isinstance(words, ProposalWords) and words.raw:
            yield Title(line=line("details-moderator"))
            yield Quoted(text=words.reason or words.raw)


def _people(decision: Decision) -> Iterator[Detail]:
    lines = people(decision)
    votes = [vote for vote in decision.people.votes if not vote.hides]
    if lines:
        yield Title(line=line("details-people"))
        yield from lines
        for vote in decision.people.votes:
            yield from (said for said in by_rule(decision, vote) if said not in lines)
            yield from _electorate(vote)
    for vote in votes:
        yield from _votes(decision, vote)


def _electorate(vote: Vote) -> Iterator[Detail]:
    """Who was on the list when the vote opened; of a large one the number is said elsewhere."""
    opened = vote.opened.facts
    if opened.voters and len(opened.voters) <= MOST_NAMED:
        named = tuple(line("approval-person", who=Person(id=person)) for person in opened.voters)
        yield line("vote-electorate", who=named)
    if opened.excluded:
        yield line("vote-excluded", count=opened.excluded)


def _votes(decision: Decision, vote: Vote) -> Iterator[Detail]:
    """Who chose what, and why; never while the tally is hidden."""
    for cast in (*vote.standing, *vote.advisory):
        choice = cast.facts.choice
        option = option_text(decision, choice) if choice else line("button-abstain")
        key = "details-advisory" if cast.facts.advisory else "details-vote"
        yield line(key, who=Person(id=cast.actor), option=option)
        words = decision.words(cast.seq)
        if isinstance(words, Reason):
            yield Quoted(text=words.reason)


def _read(decision: Decision) -> Iterator[Detail]:
    """What the agents were given, and whom it was sent to."""
    yield Title(line=line("details-read"))
    yield line("details-sent", providers=", ".join(providers(decision)))
    taken = decision.panel.context
    if taken is None:
        return
    for source in taken.facts.sources:
        what, used, total = named(source.source), source.used, source.total
        yield line(f"details-{unit(source)}", source=what, ref=source.ref, used=used, total=total)
    if taken.facts.missing:
        yield line("line-read-missing", what=tuple(map(named, taken.facts.missing)))
    if taken.facts.hidden or taken.facts.masked:
        yield line("details-cleaned", hidden=taken.facts.hidden, masked=taken.facts.masked)
