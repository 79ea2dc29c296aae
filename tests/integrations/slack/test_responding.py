"""Answers through a response address: taken once, and every failure says what it means."""

import pytest

from integrations.slack.blocks import Message
from integrations.slack.client import SlackClient
from integrations.slack.errors import DoubtfulError, PermanentError
from integrations.slack.limits import InvalidPayloadError
from integrations.slack.responding import respond
from tests.fake_slack import FakeSlack
from tests.slack_workspace import RESPONSE_USES

HELLO = Message(text="hello", blocks=())


async def test_an_answer_is_shown_to_one_person_beside_what_they_see(slack: FakeSlack, client: SlackClient) -> None:
    await respond(client, slack.response_url(), HELLO)

    [taken] = slack.workspace.responses
    assert (taken["text"], taken["response_type"], taken["replace_original"]) == ("hello", "ephemeral", False)


async def test_an_address_that_is_used_up_is_refused(slack: FakeSlack, client: SlackClient) -> None:
    url = slack.response_url()
    for _ in range(RESPONSE_USES):
        await respond(client, url, HELLO)

    with pytest.raises(PermanentError, match="http_404"):
        await respond(client, url, HELLO)


@pytest.mark.parametrize("url", ["http://127.0.0.1:9/response/r1", "no address"])
async def test_where_nobody_answers_nothing_is_known(client: SlackClient, url: str) -> None:
    with pytest.raises(DoubtfulError):
        await respond(client, url, HELLO)


async def test_what_would_ring_does_not_go_out(slack: FakeSlack, client: SlackClient) -> None:
    with pytest.raises(InvalidPayloadError):
        await respond(client, slack.response_url(), Message(text="<!channel>", blocks=()))
