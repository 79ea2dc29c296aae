"""The JSON schemas that answers must have: closed, every field required."""

from pydantic import JsonValue

from consensus.panel.briefing import Brief, shown

Form = dict[str, JsonValue]

NONE_OF_THESE = "none_of_these"
NOT_MOVED = "none"
AXES = ("uncertainty", "stakes", "plurality")
_TEXT: Form = {"type": "string"}
_TEXTS: Form = {"type": "array", "items": _TEXT}


def vote_form(brief: Brief) -> Form:
    """A ballot."""
    return _closed(_ballot(brief))


def final_form(brief: Brief) -> Form:
    """A ballot that names the argument which moved it."""
    others = (argument.id for argument in brief.arguments if argument.id not in brief.own)
    return _closed({"moved_by": _one_of(*others, NOT_MOVED), **_ballot(brief)})


def critique_form(brief: Brief) -> Form:
    """Arguments for or against options."""
    argument = _closed({"option": _one_of(*_ids(brief)), "stance": _one_of("for", "against"), "text": _TEXT})
    return _closed({"arguments": {"type": "array", "items": argument}})


def moderator_form(brief: Brief) -> Form:
    """One of the tied options, with the reason."""
    return _closed({"reason": _TEXT, "choice": _one_of(*_ids(brief))})


def _ballot(brief: Brief) -> Form:
    """The fields of a ballot; the reasons come before the choice, so that they are thought before it."""
    ids = _ids(brief)
    fields: Form = {
        "rationale": _TEXT,
        "risks": _TEXTS,
        "choice": _one_of(*ids, NONE_OF_THESE),
        "confidence": {"type": "number", "minimum": 0, "maximum": 1},
        "would_change": _TEXT,
    }
    if brief.wants_ranking:
        fields["ranking"] = {"type": "array", "items": _one_of(*ids)}
    if brief.wants_axes:
        fields |= {axis: {"type": "integer", "minimum": 0, "maximum": 3} for axis in AXES}
        fields["about_person"] = {"type": "boolean"}
    return fields


def _ids(brief: Brief) -> list[str]:
    return [opaque for opaque, _ in shown(brief)]


def _one_of(*values: str) -> Form:
    return {"type": "string", "enum": list(values)}


def _closed(fields: Form) -> Form:
    return {"type": "object", "properties": fields, "required": list(fields), "additionalProperties": False}
