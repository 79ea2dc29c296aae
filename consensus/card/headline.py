"""The first line of a card: what won and how strongly, or what is needed instead."""

from consensus import hearing
from consensus.asking import option_text
from consensus.card.lines import Line, Moment, Person, line
from consensus.card.sides import counted
from consensus.closing import vote_strength
from consensus.decision import Decision
from consensus.events import ENGINE, PanelClosed, ProposalMade, VerdictReached
from consensus.status import status
from consensus.verdict import decisive_vote


def headline(decision: Decision) -> Line:
    now, verdict = status(decision), decision.end.verdict
    if now == "decided" and verdict:
        return _decided(decision, verdict.facts)
    if now == "cancelled" and decision.end.cancelled:
        return _cancelled(decision.end.cancelled.actor)
    if now == "undecided":
        return _undecided(decision)
    if now == "not_needed":
        return line("headline-not-needed")
    closed = decision.panel.closed
    return _waiting(decision, closed.facts) if closed else line("headline-deliberating")


def base(decision: Decision) -> Line:
    """What the winner's support is counted on: agents, or votes once people have decided."""
    closed = decision.panel.closed
    if vote := decisive_vote(decision):
        strength = vote_strength(decision, vote)
        return line("base-votes", k=strength.k, cast=strength.cast)
    return _agents(decision, closed.facts) if closed else line("base-agents", k=0, asked=0)


def _cancelled(by: str) -> Line:
    """By itself the program only ends what a push asks again."""
    return line("headline-pushed") if by == ENGINE else line("headline-cancelled", who=Person(id=by))


def _agents(decision: Decision, closed: PanelClosed) -> Line:
    """Under Borda not who chose the winner is counted, but who ranks it above the runner-up: the card says so."""
    strength = closed.strength
    if closed.rule == "borda" and strength.runner_up:
        over = option_text(decision, strength.runner_up)
        return line("base-agents-ranking", k=strength.k, asked=strength.asked, runner_up=over)
    return line("base-agents", k=strength.k, asked=strength.asked)


def _decided(decision: Decision, facts: VerdictReached) -> Line:
    winner = option_text(decision, facts.winner)
    if facts.unapproved or facts.decided_by == "human_approval":
        return line("headline-decided-by", winner=winner, by=line(f"decided-by-{facts.decided_by}"))
    return line("headline-decided", winner=winner, band=line(f"band-{facts.band}"), base=base(decision))


def _undecided(decision: Decision) -> Line:
    """What did not come, and until when it could."""
    vote, proposal = decision.people.vote, decision.people.open_proposal
    if proposal:
        return line("headline-undecided-proposal", deadline=Moment(at=proposal.deadline))
    if not vote or not vote.closed or vote.closed.facts.outcome != "no_quorum":
        return line("headline-undecided")
    voted = sum(count for _, count in vote.closed.facts.tally)
    until = Moment(at=min(vote.deadline, vote.closed.at))
    return line("headline-undecided-votes", voted=voted, needed=vote.opened.facts.quorum, deadline=until)


def _waiting(decision: Decision, closed: PanelClosed) -> Line:
    proposal = decision.people.open_proposal
    if proposal:
        option = option_text(decision, proposal.made.facts.option)
        source = line(_source(closed, proposal.made.facts))
        return line("headline-proposal", tied=outcome(decision, closed), option=option, source=source)
    vote = decision.people.open_vote
    if vote and not vote.eligible:
        return outcome(decision, closed)
    if vote and closed.outcome == "weak":
        return _leans(decision, closed)
    if vote:
        return line("headline-vote-after", panel=outcome(decision, closed))
    return outcome(decision, closed)


def _source(closed: PanelClosed, made: ProposalMade) -> str:
    """Who proposed; a vote that was tied led to no option by itself."""
    if made.by != "vote" or len(made.tied) == 1:
        return f"proposed-by-{made.by}"
    return "proposed-by-panel-after-tie" if made.option == closed.leader else "proposed-by-order-after-tie"


def outcome(decision: Decision, closed: PanelClosed) -> Line:
    """How the panel ended, when that is no verdict."""
    strength = closed.strength
    match closed.outcome:
        case "no_quorum":
            quorum = strength.asked // 2 + 1
            if "budget" in closed.degradations:
                return line("headline-budget", cast=strength.cast, needed=quorum)
            return line("headline-no-quorum", cast=_countable(decision, closed), asked=strength.asked, needed=quorum)
        case "options_rejected":
            refusals = hearing.stated_abstentions(decision.panel, hearing.BLIND).values()
            count = sum(event.facts.cause == "none_of_these" for event in refusals)
            return line("headline-options-rejected", count=count, asked=strength.asked)
        case "tied":
            scores = dict(closed.scores)
            score = " : ".join(decimal(scores[option]) for option in closed.tied)
            return line("headline-tied", score=score, stage=closed.stage)
        case "settled":
            leader = option_text(decision, closed.leader)
            band = line(f"band-{strength.band}")
            return line("line-recommends", leader=leader, band=band, base=_agents(decision, closed))
    return line("headline-weak", leader=option_text(decision, closed.leader), k=strength.k, asked=strength.asked)


def _countable(decision: Decision, closed: PanelClosed) -> int:
    """The ballots that make a quorum: where confidence counts, those that state one."""
    needs_confidence = closed.rule == "confidence_weighted"
    return sum(not needs_confidence or cast.facts.confidence is not None for cast in counted(decision))


def _leans(decision: Decision, closed: PanelClosed) -> Line:
    strength = closed.strength
    return line(
        "headline-leans",
        leader=option_text(decision, closed.leader),
        k=strength.k,
        asked=strength.asked,
        rule="supermajority" if closed.rule == "supermajority" else "majority",
        needed=needed(closed),
    )


def needed(closed: PanelClosed) -> int:
    """How many of the seats asked would have made the leader the winner."""
    asked = closed.strength.asked
    majority, two_thirds = asked // 2 + 1, -(-2 * asked // 3)
    return max(majority, two_thirds) if closed.rule == "supermajority" else majority


def decimal(thousandths: int) -> str:
    """Thousandths as people write them: whole where they are, else with their decimals."""
    whole, rest = divmod(thousandths, 1000)
    return f"{whole}.{rest:03d}".rstrip("0") if rest else str(whole)
