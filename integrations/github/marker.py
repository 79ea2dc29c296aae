"""The marker by which a post of ours is found again: the hidden first line of a comment, the external id of a check."""

from consensus.channel import Marker


def marker_line(marker: Marker) -> str:
    return f"<!-- consensus:{marker_id(marker)} -->"


def marker_id(marker: Marker) -> str:
    return f"{marker.decision}:{marker.kind}:{marker.about_seq}"


def carries(body: str, marker: Marker) -> bool:
    """Whether a comment begins with this marker; anywhere else it is somebody's words."""
    return body.partition("\n")[0].rstrip("\r") == marker_line(marker)
