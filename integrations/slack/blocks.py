"""A card as messages of Slack: the one that is edited in place, and the short replies that notify."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Final, Literal

from consensus.card import Action, Card, Line, Moment, Side, Speaker, render
from consensus.model import Model
from consensus.notices import PostKind
from integrations.slack.elements import actions, button, context, section, select, value
from integrations.slack.fitting import CUT, fitted, pieces
from integrations.slack.limits import OPTION, Json
from integrations.slack.text import harmless, inline, plain

MOST_BUTTONS: Final = 5
"""More options than that go into a list to choose from."""
NOTIFICATION: Final = 1_000
"""Characters of the text beside the blocks: what a notification shows; the blocks hold everything."""
BETWEEN: Final = "  ·  "
AWAITING: Final = frozenset({"awaiting_vote", "awaiting_approval"})
ELSEWHERE: Final = {"awaiting_vote": "vote-elsewhere", "awaiting_approval": "approval-elsewhere"}
OVER: Final = frozenset({"cancelled", "not_needed"})


class Message(Model):
    """What is posted: blocks, and the text for notifications and screen readers."""

    text: str
    blocks: tuple[Json, ...]


def marker(decision: str, kind: PostKind, seq: int) -> Json:
    """The metadata by which a post of ours is found again."""
    return {"event_type": "consensus_post", "event_payload": {"decision": decision, "kind": kind, "about_seq": seq}}


def card_blocks(
    card: Card, say: Speaker, *, about: int, options: Sequence[str] = (), elsewhere: str | None = None
) -> Message:
    """The card; `options` are shown while the panel is at work, with how to ask on: a misreading is seen early.

    `elsewhere` is where people answer, if not here: as mrkdwn, a link or a name made harmless.
    """
    names = _names(card)
    there = ""
    if elsewhere and card.status in AWAITING:
        there = say(ELSEWHERE[card.status], where=elsewhere)
        card = card.model_copy(update={"actions": ()})
    blocks = [
        *_context(said(card.banner, say)),
        section(f"*{_headline(card, say)}*"),
        *_section(inline(card.question)),
        *_context([render(harmless(card.asked), say), *_understood(options, say)]),
        *_section("\n".join([*said(card.why, say), *_objections(card, say)])),
        *_section("\n".join(_sides(card, names, say))),
        *_section(BETWEEN.join(said(card.people, say))),
        *_section(there),
        *_row(_turn(card, names, say, about)),
        *_section("\n".join(filter(None, [BETWEEN.join(said(card.measures, say)), *said(card.notes, say)]))),
        *_row(_always(card, say, about, is_new=bool(options) and elsewhere is None)),
        *_context(said(card.footer, say)),
        *_context([say("slack-threads")] if options else []),
    ]
    return _message(_summary(card, say), blocks, say)


def turn_message(card: Card, say: Speaker, kind: Literal["turn", "reminder"]) -> Message:
    """Calls people to an open vote or proposal; if neither is open any more it says how things stand."""
    sentence = _call(card, say, kind)
    return _message(sentence, [section(sentence), _above(say)], say)


def over_message(card: Card, say: Speaker, key: str) -> Message:
    """What a call to people says when nobody waits for them any more."""
    sentence = say(key, question=inline(card.question))
    return _message(sentence, [section(sentence), context(say("slack-above"))], say)


def verdict_message(card: Card, say: Speaker) -> Message:
    """The result with one reason and one objection; the rest stands on the card."""
    blocks = [
        *_context(said(card.banner, say)),
        section(f"*{_headline(card, say)}*"),
        *_section(inline(card.question)),
        *_section("\n".join([*said(card.why, say), *said(card.objections[:1], say)])),
        _above(say),
    ]
    return _message(_summary(card, say), blocks, say)


def said(lines: Iterable[Line], say: Speaker) -> list[str]:
    """The sentences as mrkdwn, what people and models wrote in them escaped."""
    return [render(harmless(line), say) for line in lines]


def _message(text: str, blocks: list[Json], say: Speaker) -> Message:
    first, *rest = pieces(text, NOTIFICATION)
    return Message(text=first + CUT if rest else first, blocks=tuple(fitted(blocks, context(say("slack-more")))))


def _summary(card: Card, say: Speaker) -> str:
    """What a notification shows."""
    return BETWEEN.join(filter(None, [*said(card.banner, say), _headline(card, say), inline(card.question)]))


def _headline(card: Card, say: Speaker) -> str:
    return render(harmless(card.headline), say)


def _section(text: str) -> list[Json]:
    return [section(text)] if text else []


def _context(sentences: Iterable[str]) -> list[Json]:
    text = BETWEEN.join(sentences)
    return [context(text)] if text else []


def _above(say: Speaker) -> Json:
    """Where the rest is, and how to ask on: Slack runs no command in a thread."""
    return context(BETWEEN.join([say("slack-above"), say("slack-threads")]))


def _row(buttons: list[Json]) -> list[Json]:
    return [actions(buttons)] if buttons else []


def _understood(options: Sequence[str], say: Speaker) -> list[str]:
    return [say("line-options", options=", ".join(inline(option) for option in options))] if options else []


def _objections(card: Card, say: Speaker) -> list[str]:
    """The strongest objection, and how many more there are."""
    more = len(card.objections) - 1
    return [*said(card.objections[:1], say), *([say("slack-more-objections", count=more)] if more > 0 else [])]


def _sides(card: Card, names: dict[str, str], say: Speaker) -> list[str]:
    """Agents and people side by side while something is open; of a decided card the counts, if people voted."""
    has_votes = any(side.votes is not None for side in card.sides)
    if card.status in OVER or (card.status == "decided" and not has_votes):
        return []
    if card.status not in AWAITING and not has_votes and not any(side.agents for side in card.sides):
        return []
    is_bare = card.status == "decided"
    return [said for side in card.sides for said in _side(side, inline(names[side.option]), say, is_bare=is_bare)]


def _side(side: Side, name: str, say: Speaker, *, is_bare: bool) -> Iterator[str]:
    counts: dict[str, str | int] = {"option": name, "agents": side.agents}
    if side.votes is not None:
        counts["votes"] = side.votes
    key = "line-side" if side.votes is None else "slack-side"
    reason = "" if is_bare else inline(side.reason)
    yield say(key, text=reason, **counts) if reason else say(f"{key}-bare", **counts)
    if side.against:
        yield say("line-side-against", option=name, text=inline(side.against))


def _names(card: Card) -> dict[str, str]:
    """Each option as buttons and lists call it; numbered where a button cannot hold the whole text."""
    whole = {side.option: side.text or side.option for side in card.sides}
    if all(len(plain(text, len(text) * 2 + 1)) <= OPTION for text in whole.values()):
        return whole
    return {option: f"{number}. {text}" for number, (option, text) in enumerate(whole.items(), start=1)}


def _turn(card: Card, names: dict[str, str], say: Speaker, about: int) -> list[Json]:
    """What only people can answer."""
    if card.status not in AWAITING:
        return []
    casts = [action.option or "" for action in card.actions if action.verb == "cast"]
    others = [_button(card, each, names, say, about) for each in card.actions if each.verb not in {"cast", "close"}]
    reason = [button("reason", value(card.id, about=about), say("button-reason"))] if casts else []
    return [*_choices(card, casts, names, say, about=about), *others, *reason]


def _choices(card: Card, casts: list[str], names: dict[str, str], say: Speaker, *, about: int) -> list[Json]:
    carried = [(names.get(option, option), value(card.id, option, about)) for option in casts]
    if len(carried) <= MOST_BUTTONS:
        return [button("cast", carries, name, place) for place, (name, carries) in enumerate(carried)]
    return [select("consensus:cast:0", carried, say("slack-choose"))]


def _always(card: Card, say: Speaker, about: int, *, is_new: bool) -> list[Json]:
    """What looks deeper or changes the course."""
    rest = [each for each in card.actions if card.status not in AWAITING or each.verb == "close"]
    looks = ["edit"] if is_new else []
    looks += [] if card.status == "deliberating" else ["export"]
    return [
        button("details", value(card.id, about=about), say("button-details")),
        *(_button(card, each, {}, say, about) for each in rest),
        *(button(verb, value(card.id, about=about), say(f"button-{verb}")) for verb in looks),
    ]


def _button(card: Card, action: Action, names: dict[str, str], say: Speaker, about: int) -> Json:
    if action.decision:
        return button(action.verb, value(action.decision), say(f"button-{action.verb}", id=action.decision))
    carries = value(card.id, action.option, about)
    if action.verb == "approve":
        name = names.get(action.option or "", "")
        return button("approve", carries, say("button-approve", option=name), style="primary")
    stops = action.verb == "cancel" and card.status == "deliberating"
    return button(action.verb, carries, say("slack-stop" if stops else f"button-{action.verb}"))


def _call(card: Card, say: Speaker, kind: Literal["turn", "reminder"]) -> str:
    lines = {line.key: line for line in card.people}
    question = inline(card.question)
    until = lines.get("vote-until")
    if until:
        deadline = until.params["deadline"]
        shown = say.show(deadline) if isinstance(deadline, Moment) else ""
        counts = lines["vote-count"].params
        count, voted = counts["eligible"], counts["voted"]
        if kind == "reminder":
            missing = count - voted if isinstance(count, int) and isinstance(voted, int) else 0
            return say("vote-reminder", question=question, deadline=shown, missing=missing)
        return say("vote-can-vote", count=count if isinstance(count, int) else 0, question=question, deadline=shown)
    if nobody := [lines[key] for key in ("vote-nobody", "approval-nobody") if key in lines]:
        return BETWEEN.join([_headline(card, say), question, *said(nobody, say)])
    if "approval-until" in lines:
        asked = [lines["approval-approvers"], lines["approval-until"]]
        return BETWEEN.join([say("slack-approve", question=question), _headline(card, say), *said(asked, say)])
    return _summary(card, say)
