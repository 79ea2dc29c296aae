"""Where people read what stands on GitHub: the addresses of conversations and of the words in them."""

from typing import Final
from urllib.parse import urlsplit

API: Final = "https://api.github.com"
WEB: Final = "https://github.com"
_ANCHORS: Final = {
    "comment": "issues/{number}#issuecomment-{id}",
    "review": "pull/{number}#pullrequestreview-{id}",
    "review_comment": "pull/{number}#discussion_r{id}",
}


def web_of(api_url: str | None) -> str:
    """The address for people beside that of the interface; an own server has both under one name."""
    if api_url is None or api_url.rstrip("/") == API:
        return WEB
    parts = urlsplit(api_url)
    return f"{parts.scheme}://{parts.netloc}"


def conversation(web: str, full_name: str, number: int) -> str:
    return f"{web}/{full_name}/issues/{number}"


def words(web: str, full_name: str, number: int, key: str) -> str:
    """A comment or a review, by the kind and number that its key holds; the conversation where it holds neither."""
    kind, _, number_of_words = key.partition(":")
    if kind not in _ANCHORS or not number_of_words.isdigit():
        return conversation(web, full_name, number)
    return f"{web}/{full_name}/{_ANCHORS[kind].format(number=number, id=number_of_words)}"
