"""Where in Slack something stands: `slack:<team>:<channel>:<thread>`."""

from consensus.model import Model

PREFIX = "slack"


class Place(Model):
    """A thread, or a channel as such where the thread is empty."""

    team: str
    channel: str
    thread: str

    def __str__(self) -> str:
        return f"{PREFIX}:{self.team}:{self.channel}:{self.thread}"

    @property
    def is_direct(self) -> bool:
        """Whether it is a conversation with one person; Slack's ids say so."""
        return self.channel.startswith("D")


def is_direct(text: str) -> bool:
    """Whether a place is a conversation with one person in Slack."""
    try:
        return parse_place(text).is_direct
    except ValueError:
        return False


def parse_place(text: str) -> Place:
    """Raises ValueError for a place that is not in Slack."""
    prefix, team, channel, thread = text.split(":")
    if prefix != PREFIX or not team or not channel:
        raise ValueError(text)
    return Place(team=team, channel=channel, thread=thread)
