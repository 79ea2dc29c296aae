"""What the card says of the panel: why, what stands against it, the numbers, and what made it less than it could be."""

from consensus import hearing
from consensus.asking import option_text
from consensus.card.headline import decimal, needed, outcome
from consensus.card.lines import Line, Money, Value, line
from consensus.card.reading import amounts, named
from consensus.card.sides import best_reason, counted
from consensus.closing import vote_strength
from consensus.decision import Decision
from consensus.events import OpenedWords, PanelClosed
from consensus.status import status
from consensus.verdict import ballot_words, decisive_vote, minority_report

SAID_BY_FLIPS = "one_change_unseats"
"""The reason that the line about changed minds already gives."""


def why(decision: Decision) -> tuple[Line, ...]:
    verdict, now = decision.end.verdict, status(decision)
    if now == "not_needed":
        return (_looked_up(decision), line("line-nothing-spent"))
    if now == "cancelled" and decision.panel.closed:
        return (outcome(decision, decision.panel.closed.facts), *_called_off(decision))
    if now == "undecided" and decision.panel.closed:
        return _undecided(decision, decision.panel.closed.facts)
    reason = best_reason(decision, verdict.facts.winner) if verdict and now == "decided" else ""
    return (line("line-why", why=reason),) if reason else ()


def _undecided(decision: Decision, facts: PanelClosed) -> tuple[Line, ...]:
    """How far the panel came, and why nobody took it further."""
    came = _leaned(decision, facts) if facts.leader else outcome(decision, facts)
    unasked = hearing.human(decision.panel) == "never" and not decision.people.vote
    return (came, line("undecided-nobody-asked")) if unasked else (came,)


def _called_off(decision: Decision) -> tuple[Line, ...]:
    """What those who were called need not do any more."""
    if decision.people.open_vote:
        return (line("vote-called-off"),)
    return (line("approval-called-off"),) if decision.people.open_proposal else ()


def objections(decision: Decision) -> tuple[Line, ...]:
    """Every dissent against the final choice, strongest first, with what would change its mind."""
    verdict = decision.end.verdict
    if status(decision) != "decided" or not verdict or not decision.panel.closed:
        return ()
    report = minority_report(decision, verdict.facts.winner)
    found = []
    for cast in report.ballots:
        words = ballot_words(decision, cast)
        texts = {"role": hearing.role(decision.panel, cast.facts.seat), "text": words.rationale}
        option = option_text(decision, cast.facts.choice)
        key = "line-dissent-would-change" if words.would_change else "line-dissent"
        changes = {"what": words.would_change} if words.would_change else {}
        found.append(line(key, option=option, **texts, **changes))
    nobody = (line("line-nobody-against"),) if counted(decision) else ()
    return tuple(found) or nobody


def measures(decision: Decision) -> tuple[Line, ...]:
    """The numbers behind the result, each with its base."""
    closed = decision.panel.closed
    if not closed:
        return () if decision.has_ended else _progress(decision)
    facts = closed.facts
    lines = [*_flips(decision, facts), line("line-rule", rule=line(f"rule-{facts.rule}")), line(f"stage-{facts.stage}")]
    lines.append(line("line-families", count=facts.families))
    lines += [_shares(facts)] if facts.leader else []
    if facts.condorcet and facts.leader and facts.condorcet != facts.leader:
        lines.append(line("line-rules-disagree", condorcet=option_text(decision, facts.condorcet)))
    return (*lines, *_asked_as(decision))


def _asked_as(decision: Decision) -> tuple[Line, ...]:
    """The question to the letter, for whoever is to approve the answer to it."""
    words = decision.words(decision.panel.opened.seq)
    question = words.question if isinstance(words, OpenedWords) else ""
    is_asked = status(decision) == "awaiting_approval" and question
    return (line("line-asked-as", question=question),) if is_asked else ()


def notes(decision: Decision) -> tuple[Line, ...]:
    """What kept the result from strong, every degradation, and who was silent and why."""
    closed = decision.panel.closed
    if not closed:
        return _remarks(decision)
    facts = closed.facts
    marks = [mark for mark in facts.degradations if mark not in {"rehearsal", facts.strength.reason}]
    unsaid = facts.outcome in {"no_quorum", "options_rejected"} or facts.strength.reason == SAID_BY_FLIPS
    lines = [] if unsaid else [line(f"reason-{facts.strength.reason}")]
    lines += [line(f"degradation-{mark}") for mark in marks]
    silent = _silent(decision)
    lines += [line("line-missing", seats=silent)] if silent else []
    lines += [*_carried(decision), *_tripwire(decision), *_no_proposal(decision)]
    if hearing.is_about_a_person(decision.panel):
        lines.append(line("line-about-person"))
    if decision.opened.options_stated and hearing.looks_like_a_fact(decision.panel):
        lines.append(line("line-fact-with-options"))
    return (*lines, *_remarks(decision))


def footer(decision: Decision) -> tuple[Line, ...]:
    usage = hearing.total_usage(event.facts for event in decision.events)
    lines = [*_read(decision), line("line-calls", count=usage.calls)]
    lines.append(line("line-cost-unknown") if usage.cost is None else line("line-cost", cost=Money(amount=usage.cost)))
    lines.append(line("line-probability"))
    lines.append(line("line-record", hash=decision.head[:8]))
    return tuple(lines)


def _remarks(decision: Decision) -> tuple[Line, ...]:
    """What the panel did not get to read, and what was changed of the question on the way in."""
    words, context = decision.words(decision.panel.opened.seq), decision.panel.context
    missing = context.facts.missing if context else ()
    unread = [line("line-read-missing", what=tuple(map(named, missing)))] if missing else []
    changed = words.notes if isinstance(words, OpenedWords) else ()
    return (*unread, *map(line, changed))


def _flips(decision: Decision, facts: PanelClosed) -> tuple[Line, ...]:
    """What would unseat the winner, where the panel or a vote of the people made it one; none of a cancelled one."""
    if status(decision) == "cancelled":
        return ()
    if vote := decisive_vote(decision):
        return (line("line-flips-votes", count=vote_strength(decision, vote).ballots_to_flip),)
    return (line("line-flips", count=facts.strength.ballots_to_flip),) if facts.winner else ()


def _shares(facts: PanelClosed) -> Line:
    """Two numbers, never one: heads, and confidence, both of the seats asked."""
    agreement, support = (decimal(share) for share in (facts.strength.agreement, facts.strength.support))
    return line("line-agreement", agreement=agreement, support=support, asked=facts.strength.asked)


def _progress(decision: Decision) -> tuple[Line, ...]:
    """Who has been heard while the panel works; of a quick vote only the pair is asked."""
    panel, pair = decision.panel, hearing.quick_pair(decision.panel)
    round_ = max((event.facts.round for event in panel.said), default=hearing.BLIND)
    of_two = hearing.takes_quick_route(panel) and hearing.not_heard(panel, hearing.BLIND, pair)
    asked = {seat.seat for seat in (pair if of_two else hearing.seats(panel))}
    heard = len(hearing.heard(panel, round_) & asked)
    return (line("progress-round", round=round_), line("progress-heard", heard=heard, asked=len(asked)))


def _looked_up(decision: Decision) -> Line:
    axes = hearing.axes(decision.panel)
    scores = axes.model_dump() if axes else {"uncertainty": 0, "stakes": 0, "plurality": 0}
    return line("line-looked-up", **scores)


def _leaned(decision: Decision, facts: PanelClosed) -> Line:
    said: dict[str, Value] = {
        "leader": option_text(decision, facts.leader),
        "band": line(f"band-{facts.strength.band}"),
        "k": facts.strength.k,
        "asked": facts.strength.asked,
    }
    return (
        line("line-leans-needed", needed=needed(facts), **said)
        if facts.outcome == "weak"
        else line("line-leans", **said)
    )


def _silent(decision: Decision) -> tuple[Line, ...]:
    """The seats without a counted ballot, in the order of the roster, with their cause."""
    voters = {cast.facts.seat for cast in counted(decision)}
    last = {event.facts.seat: event.facts for event in decision.panel.abstentions if event.facts.counted}
    return tuple(
        line("line-missing-seat", role=seat.role, cause=line(f"cause-{last[seat.seat].cause}"))
        for seat in hearing.seats(decision.panel)
        if seat.seat in last and seat.seat not in voters
    )


def _carried(decision: Decision) -> list[Line]:
    return [
        line(
            "line-carried",
            round=event.facts.carried_from,
            role=hearing.role(decision.panel, event.facts.seat),
            cause=line(f"cause-{event.facts.cause}"),
        )
        for event in decision.panel.abstentions
        if event.facts.carried_from
    ]


def _tripwire(decision: Decision) -> list[Line]:
    """The uncounted ballot without the flagged context, beside the counted ones."""
    return [
        line("line-tripwire", option=option_text(decision, cast.facts.choice))
        for cast in decision.panel.ballots
        if not cast.facts.counted
    ]


def _no_proposal(decision: Decision) -> list[Line]:
    """That a moderator proposed nothing; what it said instead is among the details."""
    made = [proposal.made.facts for proposal in decision.people.proposals]
    return [line("line-no-proposal") for each in made if each.by == "moderator" and each.option is None]


def _read(decision: Decision) -> list[Line]:
    context = decision.panel.context
    if context is None or (context.facts.missing and not context.facts.sources):
        return []
    return [line("line-read", what=amounts(context.facts), providers=", ".join(providers(decision)))]


def providers(decision: Decision) -> tuple[str, ...]:
    """Whom the words were sent to: the prefix of each model."""
    return tuple(dict.fromkeys(seat.model.split("/")[0] for seat in decision.opened.roster))
