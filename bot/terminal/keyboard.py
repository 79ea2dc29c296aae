"""Asks the person at the keyboard: a vote when the result is weak, an approval when it is deadlocked.

Reading a line waits for the person, so it happens outside the event loop; what to do is returned, to be run there.
"""

from collections.abc import Callable, Coroutine

from bot import use_cases
from bot.casting import Said
from bot.terminal.choosing import ABSTAIN, meanings
from bot.texts import Say
from bot.use_cases import Desk
from consensus.asking import option_text
from consensus.decision import Decision
from consensus.status import status

VIA = "terminal"
Read = Callable[[str], str]
"""Prints the prompt and gives the line that was typed; EOFError when there is none."""
Act = Callable[[Desk], Coroutine[None, None, Decision]]


def ask_person(decision: Decision, person: str, say: Say, read: Read) -> Act | None:
    """What the person wants done now; none when nothing can be, or they leave it open."""
    match status(decision):
        case "awaiting_vote":
            return _vote(decision, person, say, read)
        case "awaiting_approval":
            return _answer_proposal(decision, person, say, read)
        case "not_needed":
            wanted = _says(read(say("keyboard-run")), say, "keyboard-letters-yes")
            return (lambda desk: use_cases.run_anyway(desk, decision, person, via=VIA)) if wanted else None
    return None


def _vote(decision: Decision, person: str, say: Say, read: Read) -> Act | None:
    vote = decision.people.open_vote
    if vote is None or any(cast.actor == person for cast in vote.standing):
        return None
    options = vote.opened.facts.options
    place = _chosen([option_text(decision, option) for option in options], say, read)
    if place is None:
        return None
    said = Said(None if place == ABSTAIN else options[place - 1], read(say("keyboard-reason")).strip(), VIA)
    return lambda desk: use_cases.vote_and_close(desk, decision, person, said)


def _answer_proposal(decision: Decision, person: str, say: Say, read: Read) -> Act | None:
    proposal = decision.people.open_proposal
    option = option_text(decision, proposal.made.facts.option if proposal else None)
    answer = read(say("keyboard-approve", option=option))
    if _says(answer, say, "keyboard-letters-approve"):
        reason = read(say("keyboard-reason")).strip()
        return lambda desk: use_cases.approve(desk, decision, person, reason=reason, via=VIA)
    if _says(answer, say, "keyboard-letters-reject"):
        reason = _needed(say("keyboard-reason-needed"), read)
        return lambda desk: use_cases.reject(desk, decision, person, reason=reason, via=VIA)
    if _says(answer, say, "keyboard-letters-vote"):
        return lambda desk: use_cases.put_to_vote(desk, decision, person, VIA)
    return None


def _chosen(texts: list[str], say: Say, read: Read) -> int | None:
    """The place of the option that is meant, or none to leave the vote open; what is unclear is asked again."""
    listed = "\n".join(f"  {number} {text}" for number, text in enumerate(texts, start=1))
    prompt = say("keyboard-vote", options=listed)
    while answer := read(prompt).strip():
        meant = meanings(texts, answer)
        if len(meant) == 1:
            return min(meant)
        unclear = say("keyboard-vote-unclear", answer=answer)
        prompt = unclear if meant else say("keyboard-vote-again", most=len(texts))
    return None


def _needed(prompt: str, read: Read) -> str:
    while not (reason := read(prompt).strip()):
        pass
    return reason


def _says(answer: str, say: Say, key: str) -> bool:
    return answer.strip().casefold() in say(key).split()
