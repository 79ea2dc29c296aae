"""What a team does in Slack from the first question to the look-up, and what it must see at each turn."""

from collections.abc import Awaitable, Callable
from typing import Final

from tests.end_to_end.slack.seen import button, card, filled, form, has_button, ours, reply, whisper, words
from tests.end_to_end.slack.stand_in import BOT, LEAD, OUTSIDER, VOTER, Body, StandIn
from tests.end_to_end.waiting import eventually

Snap = Callable[[str, str, str], Awaitable[None]]
"""Takes a picture: its name, who looks, and what is open: a thread, a direct conversation, `home`, or the channel."""
Story = Callable[[StandIn, Snap], Awaitable[None]]

TAKEN_OVER: Final = 120
"""Seconds after which at the latest everything is as if nothing had happened."""


async def a_verdict_is_put_to_a_vote_and_closed(slack: StandIn, snap: Snap) -> None:
    await slack.command("Postgres or MySQL for billing? rehearse: agree")
    decided = await card(slack, "Postgres or MySQL for billing?", "*Postgres · moderate · 2 of 2 agents*")
    await reply(slack, decided["ts"], "moderate")
    await snap("verdict", LEAD, decided["ts"])

    await slack.press(decided, button(decided, "vote"))
    voting = await _again(slack, decided, "cast")
    await reply(slack, decided["ts"], "2 people can vote")
    await snap("vote-open", VOTER, decided["ts"])

    await slack.press(voting, button(voting, "cast", "Postgres"))
    await whisper(slack, "Postgres")
    await slack.press(voting, button(voting, "cast", "Postgres"), VOTER)
    await slack.press(voting, button(voting, "cast", "MySQL"), VOTER)
    await whisper(slack, "MySQL", user=VOTER)
    await slack.press(voting, button(voting, "cast", "Postgres"), VOTER)
    await slack.press(voting, button(voting, "cast", "MySQL"), OUTSIDER)
    await whisper(slack, "not on the list of voters", user=OUTSIDER)
    await slack.press(voting, button(voting, "reason"), VOTER)
    view = await form(slack, "Your reason")
    check("reason" in await slack.submit(filled(view, reason=" "), VOTER), "an empty reason is none")
    check(not await slack.submit(filled(view, reason="we run it already"), VOTER), "a reason is taken")
    await snap("vote-cast", VOTER, decided["ts"])

    voting = await _again(slack, decided, "close")
    await slack.press(voting, button(voting, "close"))
    closed = await card(slack, "Postgres or MySQL for billing?", "2 of 2 votes")
    await reply(slack, decided["ts"], "2 of 2 votes")
    check(not has_button(closed, "cast"), "a closed vote has no buttons to vote with")
    check(len(await ours(slack, thread=decided["ts"])) == 3, "a verdict, a call to vote and a verdict, nothing twice")
    await snap("vote-closed", LEAD, decided["ts"])


async def what_was_decided_is_found_again(slack: StandIn, snap: Snap) -> None:
    await slack.command("show D-1", user=VOTER)
    shown = await whisper(slack, "Postgres or MySQL for billing?", "2 of 2 votes", user=VOTER)
    check(has_button(shown, "share"), "what is shown to one can be shared")
    await slack.command("search billing", user=VOTER)
    await whisper(slack, 'Decisions with "billing"', "D-1", user=VOTER)
    await slack.command("list")
    await whisper(slack, "Decisions", "D-1")
    await slack.command("verify D-1")
    await whisper(slack, "D-1: whole")
    await snap("look-up", LEAD, "")


async def a_mention_in_a_thread_reads_the_thread_and_answers_there(slack: StandIn, snap: Snap) -> None:
    root = await slack.say("The release is ready but the migration has not been tried on a copy.")
    await slack.say("Support has nobody on Saturday.", VOTER, thread=root)
    asked = await slack.say(f"<@{BOT}> should we ship on Friday? rehearse: full", thread=root)

    decided = await card(slack, "should we ship on Friday?", "4 of 5 agents")

    check(decided.get("thread_ts") == root, "the card stands in the thread of the request")
    await reply(slack, root, "4 of 5 agents")
    check(len(await ours(slack, thread=root)) == 2, "the mention and the message of the same words are one request")
    messages = {each["ts"]: each for each in await slack.messages()}
    check("eyes" in str(messages[asked].get("reactions")), "the request was acknowledged with eyes")
    await snap("mention", LEAD, root)


async def a_form_says_what_is_wrong_and_loses_nothing(slack: StandIn, snap: Snap) -> None:
    await slack.command("")
    view = await form(slack, "Ask the panel")
    await snap("form", LEAD, "")

    errors = await slack.submit(filled(view, question="Which cache?", options="Redis\nredis"))
    check(set(errors) == {"options"}, f"the error stands at the options: {errors}")
    check((await form(slack, "Ask the panel"))["id"] == view["id"], "the form is still open")
    errors = await slack.submit(filled(view, question="Which cache? rehearse: low", options="Redis\nMemcached"))

    check(not errors, f"a right form is taken: {errors}")
    decided = await card(slack, "Which cache?", "Redis", "Memcached")
    check(not (await slack.snapshot())["modalStack"], "the form is closed")
    await snap("from-form", LEAD, decided["ts"])


async def a_deadlock_is_approved_by_somebody_else_than_the_asker(slack: StandIn, snap: Snap) -> None:
    await slack.command(
        '--safest-first --option "Keep the monolith" --option "Split it" Split the monolith? rehearse: tie'
    )
    tied = await card(slack, "Split the monolith?", "Tied", "proposal")
    await reply(slack, tied["ts"], "Split the monolith?")
    check(not has_button(tied, "cast"), "a deadlock is first proposed, not voted on")
    await snap("deadlock", VOTER, tied["ts"])

    await slack.press(tied, button(tied, "approve"))
    await whisper(slack, "somebody else has to answer")
    await slack.press(tied, button(tied, "approve"), VOTER)

    approved = await card(slack, "Split the monolith?", "Keep the monolith · by a person's approval", f"<@{VOTER}>")
    await reply(slack, tied["ts"], "Keep the monolith")
    check(not has_button(approved, "approve"), "what is approved cannot be approved again")
    await snap("approved", VOTER, tied["ts"])


async def a_weak_result_calls_for_votes_and_waits_in_the_home_tab(slack: StandIn, snap: Snap) -> None:
    await slack.say(f"<@{BOT}> Tabs or spaces? rehearse: weak")
    weak = await card(slack, "Tabs or spaces?", "Your vote is needed")
    await snap("weak", VOTER, weak["thread_ts"] if weak.get("thread_ts") else weak["ts"])

    await slack.open_home(VOTER)
    tab = await _home(slack, VOTER, "Tabs or spaces?")
    await snap("home", VOTER, "home")

    check("Waiting for your vote" in words(tab), "an open vote waits for the voter")
    await slack.open_home(OUTSIDER)
    other = await _home(slack, OUTSIDER)
    check("Waiting for your vote" not in words(other), "nothing waits for somebody who may not vote")


async def a_french_question_in_a_direct_message_is_answered_in_french(slack: StandIn, snap: Snap) -> None:
    await slack.say("On garde Postgres ou on passe à MySQL ? rehearse: agree", VOTER, channel=VOTER)
    direct = await slack.direct(VOTER)

    decided = await card(slack, "On garde Postgres", "modéré", channel=direct)

    check("agents sur" in words(decided), "the card is in French")
    await snap("direct", VOTER, direct)
    await slack.command("search garde")
    found = await whisper(slack, "garde")
    check("Postgres" not in words(found), "what somebody asked alone is found by nobody else")


async def details_and_help_are_one_click_or_word_away(slack: StandIn, snap: Snap) -> None:
    decided = await card(slack, "Postgres or MySQL for billing?", "2 of 2 votes")
    await slack.press(decided, button(decided, "details"), VOTER)
    view = await form(slack, "D-1")
    await snap("details", VOTER, decided["ts"])
    await slack.submit({}, VOTER)

    check("risk analyst" in words(view), "the details hold the ballots")
    check("we run it already" in words(view), "the details hold what people gave as their reasons")
    await slack.command("help", user=VOTER)
    await whisper(slack, "/consensus", user=VOTER)


async def answered_once(slack: StandIn, question: str) -> None:
    """One card and one verdict; of a bot that is gone without a word, its work is taken over after half a minute."""
    decided = await card(slack, question, "agents*", "debate", seconds=TAKEN_OVER)
    await reply(slack, decided["ts"], "agents*")
    cards = [each for each in await ours(slack) if question in words(each) and not each.get("thread_ts")]
    check(len(cards) == 1, f"one card, not {len(cards)}")
    check(len(await ours(slack, thread=decided["ts"])) == 1, "one verdict")


STORIES: Final[tuple[Story, ...]] = (
    a_verdict_is_put_to_a_vote_and_closed,
    what_was_decided_is_found_again,
    a_mention_in_a_thread_reads_the_thread_and_answers_there,
    a_form_says_what_is_wrong_and_loses_nothing,
    a_deadlock_is_approved_by_somebody_else_than_the_asker,
    a_weak_result_calls_for_votes_and_waits_in_the_home_tab,
    a_french_question_in_a_direct_message_is_answered_in_french,
    details_and_help_are_one_click_or_word_away,
)


def check(holds: bool, claim: str) -> None:  # noqa: FBT001 - an assertion with its sentence
    if not holds:
        raise AssertionError(f"not so: {claim}")


async def _again(slack: StandIn, message: Body, verb: str) -> Body:
    """The same message once it has this button."""

    async def look() -> Body | None:
        found = next((each for each in await slack.messages() if each["ts"] == message["ts"]), None)
        return found if found and has_button(found, verb) else None

    return await eventually(f"a button {verb}", look)


async def _home(slack: StandIn, user: str, *said: str) -> Body:
    """Somebody's Home tab once it holds these words."""

    async def look() -> Body | None:
        tabs = (await slack.snapshot())["homeViews"].get(user, {})
        return next((tab for tab in tabs.values() if all(word in words(tab) for word in said)), None)

    return await eventually(f"the Home tab of {user}", look)
