"""Short ways to write what a seat is told and what it answers in tests."""

import json

from consensus.panel.agents import DEFAULT_PANEL, Language, Seat, seat_panel
from consensus.panel.briefing import Brief, BriefArgument, shown

NONCE = "0f1e2d3c4b5a"
OPTIONS = (("o1", "Postgres"), ("o2", "MySQL"), ("o3", "SQLite: embedded"))
ARGUMENTS = (
    BriefArgument(id="arg-1", option="o2", stance="for", text="The runbooks are there."),
    BriefArgument(id="arg-2", option="o1", stance="against", text="Failover is untested."),
)
BRIEF = Brief(
    decision="D-1", lang="en", question="Which database?", options=OPTIONS, seat_index=0, offset=0, round=1, nonce=NONCE
)
RANKED = BRIEF.model_copy(update={"wants_ranking": True})
QUALIFYING = BRIEF.model_copy(update={"wants_axes": True})
FINAL = BRIEF.model_copy(update={"round": 3, "arguments": ARGUMENTS, "previous": "o1"})


def default_seats(lang: Language = "en") -> tuple[Seat, ...]:
    """The default panel, every seat on a model and a family of its own."""
    agents = DEFAULT_PANEL[lang]
    return seat_panel(agents, [f"m{n}" for n in range(5)], [f"f{n}" for n in range(5)], lang)


def opaque(option: str, brief: Brief = BRIEF) -> str:
    """The id under which the seat sees this option."""
    return next(name for name, behind in shown(brief) if behind == option)


def ballot(option: str = "o1", /, **fields: object) -> str:
    """A ballot as a well-behaved model writes it, with some fields changed."""
    written = {
        "rationale": "It is known.",
        "risks": ["migration"],
        "choice": opaque(option),
        "confidence": 1,
        "would_change": "a failed drill",
    }
    return json.dumps(written | fields, ensure_ascii=False)
