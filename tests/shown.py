"""A message as a Slack channel takes it, for tests that do not care how a card looks."""


class Shown:
    """One section for each text."""

    def __init__(self, text: str = "a card", *texts: str) -> None:
        self.text = text
        self.blocks = tuple(
            {"type": "section", "text": {"type": "mrkdwn", "text": each}} for each in texts or ("a card",)
        )
