"""A decision as a check on the commit that was discussed; green only where everything says that it may be merged."""

import re
from typing import Final, Literal, get_args

from consensus.card import Action, Card, Line, Speaker, make_card, render
from consensus.card.about import about
from consensus.card.lines import line
from consensus.decision import Decision
from consensus.head import is_stale, judged_head
from consensus.model import Model
from integrations.github.fitting import fitted
from integrations.github.limits import ACTIONS, DESCRIPTION, IDENTIFIER, LABEL, STATUS, TITLE
from integrations.github.offers import AWAITING, Around, open_actions
from integrations.github.pull_question import asks_to_merge, shut_by
from integrations.github.screen import SHA, screen
from integrations.github.text import code, harmless, plain

NAME: Final = "consensus"
"""The check of the question whether to merge, which a branch can require; others bear their number besides."""
PressedVerb = Literal["cast", "close", "approve", "vote", "rerun", "cancel", "run", "reopen"]
PRESSED: Final = frozenset(get_args(PressedVerb))
"""What a button can do; a rejection needs a reason, so it has words only."""
_IDENTIFIER: Final = re.compile(r"(?P<verb>[a-z]{1,8}):(?P<about>\d{1,7})(?::(?P<option>o\d{1,2}))?")

Conclusion = Literal["success", "neutral", "action_required"]


class Button(Model):
    """One button of a check."""

    label: str
    description: str
    identifier: str


class Check(Model):
    """A check run; without a conclusion it is in progress."""

    name: str
    head_sha: str
    status: Literal["in_progress", "completed"]
    conclusion: Conclusion | None
    title: str
    summary: str
    actions: tuple[Button, ...]


class Pressed(Model):
    """What a pressed button means: `about` is the event that its check showed."""

    verb: PressedVerb
    about: int
    option: str | None = None


class CommitStatus(Model):
    """What a personal token can leave on a commit."""

    state: Literal["pending", "success"]
    description: str
    context: str
    target_url: str


def check_of(decision: Decision, say: Speaker, around: Around, *, head: str, has_gate: bool) -> Check:
    """The check on that commit; a decision about another one says so there and is neutral."""
    card = make_card(decision)
    asks = asks_to_merge(decision)
    lacks = _lacks(decision, around, head, is_gate=has_gate and asks)
    conclusion = _conclusion(decision, card, head, lacks, is_gate=has_gate and asks)
    stale = _stale(decision, head, say)
    is_result = card.status == "decided" and not decision.end.superseded_by

    def draw(most: int) -> list[str]:
        why = render(harmless(lacks, most), say) if lacks and is_result else ""
        return [*stale, *screen(decision, say, around, most), why]

    return Check(
        name=NAME if asks else f"{NAME} {decision.id}",
        head_sha=head,
        status="completed" if conclusion else "in_progress",
        conclusion=conclusion,
        title=plain(_title(decision, card, head, say), TITLE),
        summary=fitted(draw, (), "", say("github-more", id=decision.id)),
        actions=_buttons(decision, say, around, is_outdated=bool(stale)),
    )


def status_of(check: Check, target_url: str) -> CommitStatus:
    """What a personal token says instead of a check.

    A status has no neutral: success would open a gate that nobody opened, and failure would blame a commit that nobody
    faulted. Pending claims neither, and where it is required it keeps shut what was not decided here.
    """
    state: Literal["pending", "success"] = "success" if check.conclusion == "success" else "pending"
    description = plain(check.title, STATUS)
    return CommitStatus(state=state, description=description, context=check.name, target_url=target_url)


def pressed(identifier: str) -> Pressed | None:
    """What a button of ours asks for; none for what no button of ours says."""
    found = _IDENTIFIER.fullmatch(identifier)
    if found is None or found["verb"] not in PRESSED:
        return None
    return Pressed.model_validate({**found.groupdict(), "about": int(found["about"])})


def _conclusion(decision: Decision, card: Card, head: str, lacks: Line | None, *, is_gate: bool) -> Conclusion | None:
    """None while the panel is at work; green only where nothing speaks against it.

    A gate that does not open is shut: where a check is required, GitHub lets a neutral one through
    (https://docs.github.com/en/pull-requests/collaborating-with-pull-requests/collaborating-on-repositories-with-code-quality-features/troubleshooting-required-status-checks).
    """
    shut: Conclusion = "action_required" if is_gate else "neutral"
    if decision.end.superseded_by or _is_about_another(decision, head):
        return shut
    if card.status == "deliberating":
        return None
    if card.status in AWAITING:
        return "action_required"
    return shut if lacks else "success"


def _lacks(decision: Decision, around: Around, head: str, *, is_gate: bool) -> Line | None:
    """Why what was decided opens nothing on that commit; none where it does."""
    if not is_gate:
        return line("github-gate-none")
    if head != judged_head(decision):
        return line("github-gate-stale", id=decision.id)
    return shut_by(decision, around.twin)


def _title(decision: Decision, card: Card, head: str, say: Speaker) -> str:
    """On another commit it leads with the one that it was decided about."""
    judged, headline = judged_head(decision), render(card.headline, say)
    return headline if judged in {None, head} else say("github-title-about", head=str(judged)[:SHA], what=headline)


def _is_about_another(decision: Decision, head: str) -> bool:
    return head != judged_head(decision) or is_stale(decision)


def _stale(decision: Decision, head: str, say: Speaker) -> list[str]:
    judged = judged_head(decision)
    if judged is None or decision.end.superseded_by or not _is_about_another(decision, head):
        return []
    about_other = say("github-stale", head=code(head[:SHA]), discussed=code(judged[:SHA])) if head != judged else ""
    return [about_other, say("github-stale-again", id=decision.id)]


def _buttons(decision: Decision, say: Speaker, around: Around, *, is_outdated: bool) -> tuple[Button, ...]:
    """At most three; a vote by button only where each option has its own."""
    card = make_card(decision)
    if is_outdated:
        return (_button(card, Action(verb="rerun"), about(decision), say),)
    actions = [each for each in open_actions(decision, around) if each.verb in PRESSED]
    made = [(each.verb, _button(card, each, about(decision), say)) for each in actions]
    casts = [button for verb, button in made if verb == "cast"]
    others = [button for verb, button in made if verb != "cast"]
    can_vote = len({button.label for button in casts}) == len(casts) <= ACTIONS
    return tuple([*casts, *others][:ACTIONS] if can_vote else others[:ACTIONS])


def _button(card: Card, action: Action, seq: int, say: Speaker) -> Button:
    """Its identifier carries ids only, never words or rights."""
    option = f":{action.option}" if action.verb == "cast" else ""
    text = next((side.text for side in card.sides if side.option == action.option), "")
    label = text if action.verb == "cast" else say(f"github-button-{action.verb}")
    return Button(
        label=plain(label, LABEL),
        description=plain(say(f"github-press-{action.verb}"), DESCRIPTION),
        identifier=f"{action.verb}:{seq}{option}"[:IDENTIFIER],
    )
