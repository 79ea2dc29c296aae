"""The options side by side: who stands behind each, agents and people apart, and what speaks for and against it."""

from collections.abc import Iterator

from consensus import hearing
from consensus.asking import option_text
from consensus.decision import Decision
from consensus.events import BallotCast, CritiqueWords, Reason
from consensus.model import Model
from consensus.recorded import Recorded
from consensus.verdict import ballot_words


class Side(Model):
    """One option; `votes` is none while there is no vote, or while its tally is hidden.

    What speaks against it is said where an approver has to weigh it: of the options that a proposal is made among.
    """

    option: str
    text: str
    agents: int
    votes: int | None
    reason: str
    against: str = ""


def sides(decision: Decision) -> tuple[Side, ...]:
    """Every option once the panel has closed, in the order in which they were given."""
    if decision.panel.closed is None:
        return ()
    return tuple(_side(decision, option) for option in decision.opened.options)


def counted(decision: Decision) -> tuple[Recorded[BallotCast], ...]:
    """The agents' ballots that the panel closed on."""
    closed = decision.panel.closed
    seqs = closed.facts.counted if closed else ()
    return tuple(cast for cast in decision.panel.ballots if cast.seq in seqs)


def best_reason(decision: Decision, option: str | None) -> str:
    """The rationale of the surest agent behind the option; else a reason that a voter gave."""
    reasons = [ballot_words(decision, cast).rationale for cast in _surest(decision) if cast.facts.choice == option]
    vote = decision.people.vote
    for cast in vote.standing if vote and not vote.hides else ():
        words = decision.words(cast.seq)
        if cast.facts.choice == option and isinstance(words, Reason):
            reasons.append(words.reason)
    return next((reason for reason in reasons if reason), "")


def best_objection(decision: Decision, option: str) -> str:
    """An argument against the option, else a risk that its own surest agent sees, else a reason for another one."""
    ballots = [(cast.facts.choice == option, ballot_words(decision, cast)) for cast in _surest(decision)]
    risks = (risk for is_behind, words in ballots if is_behind for risk in words.risks)
    others = (words.rationale for is_behind, words in ballots if not is_behind)
    return next(filter(None, (*_arguments_against(decision, option), *risks, *others)), "")


def _arguments_against(decision: Decision, option: str) -> Iterator[str]:
    for given in hearing.in_order(decision.panel, decision.panel.critiques):
        words = decision.words(given.seq)
        texts = words.arguments if isinstance(words, CritiqueWords) else ()
        for argument, text in zip(given.facts.arguments, texts, strict=False):
            if (argument.option, argument.stance) == (option, "against"):
                yield text


def _surest(decision: Decision) -> list[Recorded[BallotCast]]:
    """The counted ballots, the most confident first, else in the order of the roster."""
    ballots = hearing.in_order(decision.panel, counted(decision))
    return sorted(ballots, key=lambda cast: -(cast.facts.confidence or 0))


def _side(decision: Decision, option: str) -> Side:
    return Side(
        option=option,
        text=option_text(decision, option),
        agents=sum(cast.facts.choice == option for cast in counted(decision)),
        votes=_votes(decision, option),
        reason=best_reason(decision, option),
        against=best_objection(decision, option) if _is_weighed(decision, option) else "",
    )


def _is_weighed(decision: Decision, option: str) -> bool:
    """Whether the option is one of those that an open proposal was made among."""
    proposal = None if decision.has_ended else decision.people.open_proposal
    return proposal is not None and option in (proposal.made.facts.option, *proposal.made.facts.tied)


def _votes(decision: Decision, option: str) -> int | None:
    vote = decision.people.vote
    if vote is None or vote.hides:
        return None
    return sum(cast.facts.choice == option for cast in vote.standing)
