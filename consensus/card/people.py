"""What the card says of people: the open vote, the open proposal, and what they did."""

from consensus.answered import where_people_vote
from consensus.asking import option_text
from consensus.card.headline import headline
from consensus.card.lines import Line, Moment, Person, line
from consensus.card.sides import sides
from consensus.deadlock import candidates
from consensus.decision import Decision
from consensus.events import Approved, Reason, Rejected, VoteClosed
from consensus.people import Proposal, Vote
from consensus.recorded import Recorded
from consensus.status import status
from consensus.steps.people import OFFER_FOR

BY_PERSON = frozenset({"asked", "reopened"})
"""Why a vote is open that a person wanted."""


def people(decision: Decision) -> tuple[Line, ...]:
    lines = [said for vote in decision.people.votes for said in _vote(decision, vote)]
    if decision.people.open_proposal and not decision.has_ended:
        lines += _open_proposal(decision, decision.people.open_proposal)
    answers = [proposal.answer for proposal in decision.people.proposals if proposal.answer]
    lines += [said for answer in answers for said in _answered(decision, answer)]
    lines += _offer(decision)
    lines += _outcome(decision)
    end = decision.end.verdict
    if end and end.facts.unapproved:
        lines.append(line("line-unapproved"))
    if end and end.facts.draw is not None:
        lines.append(line("line-draw", index=end.facts.draw + 1, count=len(candidates(decision))))
    return tuple(lines)


def _vote(decision: Decision, vote: Vote) -> list[Line]:
    if vote.closed:
        is_said = headline(decision).key == "headline-undecided-votes" and vote == decision.people.vote
        return [*([] if is_said else [_closed(decision, vote, vote.closed.facts)]), *_advice(decision, vote)]
    return [] if decision.has_ended else [*_open_vote(decision, vote), *_advice(decision, vote)]


def by_rule(decision: Decision, vote: Vote) -> list[Line]:
    """Who could vote, where nobody was listed."""
    opened, platform = vote.opened.facts, where_people_vote(decision, vote)
    return [line("vote-by-rule", platform=platform, count=opened.eligible)] if opened.by_rule else []


def _advice(decision: Decision, vote: Vote) -> list[Line]:
    """What people outside the electorate said, where the tally may be seen."""
    counts = [
        (option, sum(cast.facts.choice == option for cast in vote.advisory)) for option in decision.opened.options
    ]
    said = tuple(
        line("line-count", option=option_text(decision, option), count=count) for option, count in counts if count
    )
    return [line("vote-advisory", votes=said)] if said and not vote.hides else []


def _offer(decision: Decision) -> list[Line]:
    """A panel without quorum: what came is no result, nobody was called, and it ends by itself."""
    closed = decision.panel.closed
    if status(decision) != "no_quorum" or closed is None:
        return []
    came = tuple(line("line-count", option=side.text, count=side.agents) for side in sides(decision) if side.agents)
    not_counted = [line("line-not-counted", answers=came)] if came else []
    return [*not_counted, line("offer-nobody-called"), line("offer-until", deadline=Moment(at=closed.at + OFFER_FOR))]


def _open_vote(decision: Decision, vote: Vote) -> list[Line]:
    opened = vote.opened.facts
    asker = {"who": Person(id=vote.opened.actor)} if opened.why in BY_PERSON else {}
    why = line(f"vote-why-{opened.why}", **asker)
    if not vote.eligible:
        return [why, line("vote-nobody")]
    lines = [
        why,
        line("vote-count", voted=len(vote.standing), eligible=vote.eligible, needed=opened.quorum),
        *by_rule(decision, vote),
        line(f"vote-passes-{opened.passes}"),
        line("vote-until", deadline=Moment(at=vote.deadline)),
        line("vote-change"),
        line("vote-then-proposal"),
    ]
    return [*lines, line("vote-hidden")] if opened.hidden else lines


def _open_proposal(decision: Decision, proposal: Proposal) -> list[Line]:
    made = proposal.made.facts
    allowed = tuple(line("approval-person", who=Person(id=person)) for person in made.approvers)
    asked = [line("approval-approvers", approvers=allowed), line("approval-first")]
    others = [option for option in made.tied if option != made.option]
    return [
        *(line("line-other-tied", option=option_text(decision, option)) for option in others),
        *(asked if allowed else [line("approval-nobody")]),
        line("approval-until", deadline=Moment(at=proposal.deadline)),
        line(f"approval-then-{decision.opened.policy.last_resort}"),
    ]


def _closed(decision: Decision, vote: Vote, facts: VoteClosed) -> Line:
    voted = sum(count for _, count in facts.tally)
    if facts.winner:
        k = dict(facts.tally)[facts.winner]
        return line("vote-won", winner=option_text(decision, facts.winner), k=k, cast=voted)
    if facts.outcome == "no_quorum":
        return line("vote-no-quorum", voted=voted, needed=vote.opened.facts.quorum)
    return line("vote-no-winner")


def _answered(decision: Decision, answer: Recorded[Approved | Rejected]) -> list[Line]:
    key = "approval-approved" if isinstance(answer.facts, Approved) else "approval-rejected"
    option = option_text(decision, answer.facts.option)
    lines = [line(key, option=option, who=Person(id=answer.actor), when=Moment(at=answer.at))]
    return [*lines, *_reason(decision, answer.seq)]


def _outcome(decision: Decision) -> list[Line]:
    """What came of it, as somebody recorded it last."""
    recorded = decision.end.outcome
    if recorded is None:
        return []
    what = line(f"outcome-recorded-{recorded.facts.outcome}")
    who, when = Person(id=recorded.actor), Moment(at=recorded.at)
    return [line("outcome-recorded", what=what, who=who, when=when), *_reason(decision, recorded.seq)]


def _reason(decision: Decision, seq: int) -> list[Line]:
    words = decision.words(seq)
    reason = words.reason if isinstance(words, Reason) else ""
    return [line("approval-reason", reason=reason)] if reason else []
