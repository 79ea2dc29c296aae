"""A decision to take away: the whole record as JSON that anybody can count again, or a page of Markdown."""

import json
import re
from typing import Any

from bot.report import report
from consensus import hearing
from consensus.asking import option_text
from consensus.audit import plain
from consensus.card import Line, Speaker, make_card, render
from consensus.decision import Decision
from consensus.events import BallotCast, Event
from consensus.recorded import Recorded
from consensus.text import one_line
from consensus.verdict import ballot_words

FORMAT = 1
THOUSAND = 1000
COLUMNS = 5
ESCAPED = re.compile(r"[\\`*_{}\[\]<>#|!~]")


def as_json(decision: Decision) -> str:
    """The report with every event behind it, sealed as stored; floats only in the report."""
    whole = {
        "format": FORMAT,
        "decision": report(decision),
        "events": [_event(event) for event in decision.events],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2)


def _event(event: Event) -> dict[str, Any]:
    return {
        "decision": event.decision,
        "seq": event.seq,
        "at": event.at,
        "kind": event.facts.kind,
        "actor": event.actor,
        "facts": plain(event.facts),
        "words": None if event.words is None else plain(event.words),
        "salt": event.salt,
        "payload_digest": event.payload_digest,
        "prev_hash": event.prev_hash,
        "hash": event.hash,
    }


def as_markdown(decision: Decision, say: Speaker) -> str:
    """One page: the result, why, what stands against it, every ballot, and how to check it."""
    card = make_card(decision)
    sections = [
        f"# {_inline(card.question)}",
        *_lines(card.banner, say),
        f"**{_inline(render(card.headline, say))}**",
        _inline(render(card.asked, say)),
        *_section("export-why", (*card.why, *card.objections), say),
        *_section("export-people", card.people, say),
        *_section("export-numbers", (*card.measures, *card.notes), say),
        *_ballots(decision, say),
        *_section("export-record", card.footer, say),
        say("export-check", id=decision.id, hash=decision.head),
    ]
    return "\n\n".join(sections) + "\n"


def _ballots(decision: Decision, say: Speaker) -> list[str]:
    """Every ballot of every round as a table row, its texts below."""
    casts = hearing.in_order(decision.panel, decision.panel.ballots)
    if not casts:
        return []
    rows = [say("export-columns"), "|---" * COLUMNS + "|", *(_row(decision, cast, say) for cast in casts)]
    return [f"## {say('export-ballots')}", "\n".join(rows), *(_reasons(decision, cast, say) for cast in casts)]


def _row(decision: Decision, cast: Recorded[BallotCast], say: Speaker) -> str:
    facts = cast.facts
    sure = "" if facts.confidence is None else f"{facts.confidence / THOUSAND:.2f}"
    cells = (
        facts.round,
        _role(decision, cast, say),
        option_text(decision, facts.choice),
        sure,
        facts.model,
    )
    return "".join(f"| {_inline(str(cell))} " for cell in cells) + "|"


def _role(decision: Decision, cast: Recorded[BallotCast], say: Speaker) -> str:
    return hearing.role(decision.panel, cast.facts.seat) if cast.facts.counted else say("export-tripwire")


def _reasons(decision: Decision, cast: Recorded[BallotCast], say: Speaker) -> str:
    words = ballot_words(decision, cast)
    role = _inline(_role(decision, cast, say))
    lines = [f"- **{role}** ({cast.facts.round}): {_inline(words.rationale)}"]
    lines += [f"  - {say('export-risk', risk=_inline(risk))}" for risk in words.risks]
    if words.would_change:
        lines.append(f"  - {_inline(say('line-would-change', what=words.would_change))}")
    return "\n".join(lines)


def _section(title: str, lines: tuple[Line, ...], say: Speaker) -> list[str]:
    return [f"## {say(title)}", *_lines(lines, say)] if lines else []


def _lines(lines: tuple[Line, ...], say: Speaker) -> list[str]:
    return [_inline(render(each, say)) for each in lines]


def _inline(text: str) -> str:
    """One line of Markdown that shows the text as it is: no heading, cell, link, image, mention or HTML of its own."""
    return ESCAPED.sub(r"\\\g<0>", one_line(text)).replace("@", "@\u200b")
