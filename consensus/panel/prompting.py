"""What each agent is sent: instructions of ours, and other people's texts inside a fence."""

import re
from collections.abc import Sequence
from typing import Final

from consensus.events import TRIPWIRE
from consensus.panel.agents import Language, Seat, name_of
from consensus.panel.briefing import Brief, BriefArgument, Message, shown
from consensus.panel.forms import critique_form, final_form, moderator_form, vote_form
from consensus.panel.reading import Problem
from consensus.panel.templates import filled, problem_sentences
from consensus.text import one_line, shortened, visible

__all__ = [
    "critique_form", "critique_messages", "final_form", "final_messages", "moderator_form", "moderator_messages",
    "repair_messages", "vote_form", "vote_messages",
]  # fmt: skip

ARGUMENT_ROOM: Final = 6_000
"""Characters for all arguments; each option gets the same part of it, whatever its backing."""
QUOTED_REPLY: Final = 4_000
_FENCE_LIKE: Final = re.compile(
    r"[<\uff1c\ufe64](?=\s*[/|]?\s*(?:data|context|system|assistant|user|instruction|im_|endoftext|untrusted|prompt))"
    r"|\[(?=\s*/?\s*(?:inst|system)\b)",
    re.IGNORECASE,
)


def vote_messages(brief: Brief, seat: Seat) -> tuple[Message, ...]:
    """Asks for a blind ballot."""
    return _conversation("vote", brief, seat)


def critique_messages(brief: Brief, seat: Seat) -> tuple[Message, ...]:
    """Asks what the arguments so far miss or get wrong."""
    return _conversation("critique", brief, seat)


def final_messages(brief: Brief, seat: Seat) -> tuple[Message, ...]:
    """Asks for the last ballot, with all arguments known."""
    return _conversation("final", brief, seat)


def moderator_messages(brief: Brief, seat: Seat) -> tuple[Message, ...]:
    """Asks which of the tied options has the better case."""
    return _conversation("moderator", brief, seat)


def repair_messages(
    messages: Sequence[Message], reply_text: str, problem: Problem, lang: Language
) -> tuple[Message, ...]:
    """The same conversation with the reply and one plain request that names what was wrong with it."""
    request = filled(lang, "repair", problem=problem_sentences(lang)[problem])
    quoted = shortened(visible(reply_text), QUOTED_REPLY)
    said = (Message(role="assistant", text=quoted),) if quoted else ()
    return (*messages, *said, Message(role="user", text=request))


def _conversation(template: str, brief: Brief, seat: Seat) -> tuple[Message, ...]:
    material = _material(brief)
    fence = filled(brief.lang, "fence", nonce=brief.nonce) if material else ""
    # The tripwire is asked in the words of the seat that it doubles.
    name = name_of(seat.role) if seat.seat == TRIPWIRE else seat.seat
    system = filled(brief.lang, "system", role=seat.role, seat=name, framing=seat.framing, fence=fence)
    user = filled(
        brief.lang,
        template,
        round=brief.round,
        question=visible(brief.question),
        options=_options(brief),
        previous=_previous(brief),
        material=material,
        fields=_fields(template, brief),
    )
    return (Message(role="system", text=system), Message(role="user", text=user))


def _options(brief: Brief) -> str:
    texts = dict(brief.options)
    return "\n".join(f"{opaque}: {one_line(texts[option])}" for opaque, option in shown(brief))


def _fields(template: str, brief: Brief) -> str:
    wanted = {
        "moved_by": template == "final",
        "ballot": True,
        "ranking": brief.wants_ranking,
        "axes": brief.wants_axes,
    }
    return "\n".join(filled(brief.lang, part) for part, is_wanted in wanted.items() if is_wanted)


def _previous(brief: Brief) -> str:
    opaque = {option: name for name, option in shown(brief)}
    if brief.previous not in opaque:
        return ""
    return filled(brief.lang, "previous", previous=opaque[brief.previous])


def _material(brief: Brief) -> str:
    parts = []
    if brief.context:
        sources = "\n".join(_fenced(text, brief.nonce) for text in brief.context)
        parts.append(filled(brief.lang, "context", sources=sources))
    if brief.arguments:
        arguments = _fenced(_grouped(brief), brief.nonce)
        parts.append(filled(brief.lang, "arguments", arguments=arguments))
    return "\n\n".join(parts)


def _grouped(brief: Brief) -> str:
    room = ARGUMENT_ROOM // len(brief.options)
    lines: list[str] = []
    for opaque, option in shown(brief):
        about = [argument for argument in brief.arguments if argument.option == option]
        lines.append(f"{opaque}")
        lines.extend(_argument(argument, room // len(about)) for argument in about)
    return "\n".join(lines)


def _argument(argument: BriefArgument, room: int) -> str:
    sign = "+" if argument.stance == "for" else "-"
    return f"  {argument.id} {sign} {shortened(one_line(argument.text), room)}"


def _fenced(text: str, nonce: str) -> str:
    """The text where it cannot be mistaken for ours; whatever looks like an end of the fence is broken."""
    harmless = _FENCE_LIKE.sub(lambda found: "(" if found[0] == "[" else "\u2039", text).replace(nonce, "…")
    return f"<data-{nonce}>\n{harmless}\n</data-{nonce}>"
