"""The ladder out of a deadlock: a declared order proposes, else the moderator; people approve; then the last resort."""

from consensus.decision import Decision
from consensus.events import VerdictReached
from consensus.verdict import closing_seq, decided_by_last_resort, without_winner


def proposal_by_order(decision: Decision) -> str | None:
    """The safest of the tied options by the declared order; none without one: no model makes an order."""
    closed = decision.panel.closed
    return _safest(decision, closed.facts.tied if closed else ())


def proposal_after_vote(decision: Decision) -> str | None:
    """The leader of the vote; of several, the panel's leader among them, else by the declared order, else none."""
    vote, panel = decision.people.vote, decision.panel.closed
    leaders = vote.closed.facts.leaders if vote and vote.closed else ()
    if len(leaders) == 1:
        return leaders[0]
    if panel and panel.facts.leader in leaders:
        return panel.facts.leader
    return _safest(decision, leaders)


def last_resort(decision: Decision) -> VerdictReached:
    """The end when nobody decided: none, the declared safest, or a draw that anybody can recompute."""
    among, resort = candidates(decision), decision.opened.policy.last_resort
    safest = _safest(decision, among)
    if resort == "safest" and safest:
        return decided_by_last_resort(decision, safest, None)
    if resort == "draw" and among:
        index = draw_index(decision, len(among))
        return decided_by_last_resort(decision, among[index], index)
    return without_winner(decision, "undecided")


def draw_index(decision: Decision, count: int) -> int:
    """Which of the candidates, in option order: the hash of the closing event as a number, modulo their count."""
    return int(decision.events[closing_seq(decision) - 1].hash, 16) % count


def candidates(decision: Decision) -> tuple[str, ...]:
    """The tied leaders of the newest count that had a quorum, else every option that somebody stood behind there."""
    vote, panel = decision.people.vote, decision.panel.closed
    if vote and vote.closed and vote.closed.facts.outcome != "no_quorum":
        leaders, scores = vote.closed.facts.leaders, vote.closed.facts.tally
    elif panel and panel.facts.outcome in {"tied", "weak", "settled"}:
        leaders, scores = panel.facts.tied, panel.facts.scores
    else:
        return ()
    return leaders if len(leaders) > 1 else tuple(option for option, score in scores if score)


def _safest(decision: Decision, among: tuple[str, ...]) -> str | None:
    order = decision.opened.safety_order or ()
    return next((option for option in order if option in among), None)
