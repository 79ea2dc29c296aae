"""What the card says of people: the open vote, the open proposal, and what they did."""

from consensus.asking import option_text
from consensus.card.lines import Line, Moment, Person, line
from consensus.deadlock import candidates
from consensus.decision import Decision
from consensus.events import Approved, Reason
from consensus.people import Proposal, Vote


def people(decision: Decision) -> tuple[Line, ...]:
    lines = [said for vote in decision.people.votes if vote.closed for said in _closed(decision, vote)]
    if decision.people.open_vote:
        lines += _open_vote(decision.people.open_vote)
    if decision.people.open_proposal:
        lines += _open_proposal(decision, decision.people.open_proposal)
    answered = [proposal for proposal in decision.people.proposals if proposal.answer]
    lines += [said for proposal in answered for said in _answered(decision, proposal)]
    end = decision.end.verdict
    if end and end.facts.unapproved:
        lines.append(line("line-unapproved"))
    if end and end.facts.draw is not None:
        lines.append(line("line-draw", index=end.facts.draw + 1, count=len(candidates(decision))))
    return tuple(lines)


def _open_vote(vote: Vote) -> list[Line]:
    opened = vote.opened.facts
    lines = [
        line(f"vote-why-{opened.why}"),
        line("vote-count", voted=len(vote.standing), eligible=len(opened.voters), needed=opened.quorum),
        line(f"vote-passes-{opened.passes}"),
        line("vote-until", deadline=Moment(at=vote.deadline)),
        line("vote-change"),
        line("vote-then-proposal"),
    ]
    return [*lines, line("vote-hidden")] if opened.hidden else lines


def _open_proposal(decision: Decision, proposal: Proposal) -> list[Line]:
    made = proposal.made.facts
    allowed = tuple(line("approval-person", who=Person(id=person)) for person in made.approvers)
    others = [option for option in made.tied if option != made.option]
    return [
        *(line("line-other-tied", option=option_text(decision, option)) for option in others),
        line("approval-approvers", approvers=allowed) if allowed else line("approval-nobody"),
        line("approval-first"),
        line("approval-until", deadline=Moment(at=proposal.deadline)),
        line(f"approval-then-{decision.opened.policy.last_resort}"),
    ]


def _closed(decision: Decision, vote: Vote) -> list[Line]:
    if vote.closed is None:
        return []
    facts, opened = vote.closed.facts, vote.opened.facts
    voted = sum(count for _, count in facts.tally)
    if facts.winner:
        k = dict(facts.tally)[facts.winner]
        result = line("vote-won", winner=option_text(decision, facts.winner), k=k, cast=voted)
    elif facts.outcome == "no_quorum":
        result = line("vote-no-quorum", voted=voted, needed=opened.quorum)
    else:
        result = line("vote-no-winner")
    return [result]


def _answered(decision: Decision, proposal: Proposal) -> list[Line]:
    answer = proposal.answer
    if answer is None:
        return []
    key = "approval-approved" if isinstance(answer.facts, Approved) else "approval-rejected"
    lines = [line(key, who=Person(id=answer.actor), when=Moment(at=answer.at))]
    words = decision.words(answer.seq)
    reason = words.reason if isinstance(words, Reason) else ""
    return [*lines, line("approval-reason", reason=reason)] if reason else lines
