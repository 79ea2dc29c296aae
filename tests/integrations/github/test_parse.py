"""GitHub's payloads become what they mean for us; what we must not answer is ignored with its reason."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from integrations.github.incoming import (
    Account,
    CheckAction,
    Ignored,
    Incoming,
    Inline,
    Installed,
    Own,
    Pushed,
    Repository,
    Retargeted,
    Spoken,
)
from integrations.github.parse import parse

OWN = Own(app=12345, slug="acme-panel", user="acme-panel[bot]")
TOKEN = Own(app=None, slug="lead", user="lead")
Json = dict[str, Any]
LEAD: Json = {"id": 31, "login": "lead", "type": "User", "site_admin": False}
DEV: Json = {"id": 32, "login": "dev", "type": "User"}
BOT: Json = {"id": 33, "login": "renovate[bot]", "type": "Bot"}
WIDGETS: Json = {"id": 7, "full_name": "acme/widgets", "private": True, "default_branch": "main"}
SHA, OTHER = "a" * 40, "b" * 40


def event(action: str, **parts: object) -> Json:
    return {"action": action, "repository": WIDGETS, "installation": {"id": 100}, "sender": LEAD} | parts


def words(**changes: object) -> Json:
    url = "https://github.com/acme/widgets/issues/4#issuecomment-900"
    return {"id": 900, "user": LEAD, "body": "/consensus ship?", "html_url": url} | changes


def issue(**changes: object) -> Json:
    return {"number": 4, "title": "Caching", "user": DEV, "state": "open", "body": None} | changes


def pull(**changes: object) -> Json:
    return {"number": 5, "title": "Add a cache", "user": DEV, "head": {"sha": SHA, "repo": None}} | changes


def comment(action: str = "created", **parts: object) -> Json:
    return event(action, **{"issue": issue(), "comment": words()} | parts)


def edit(before: str | None, **changes: object) -> Json:
    return comment("edited", changes={"body": {"from": before}}, comment=words(**changes))


def review(action: str = "submitted", **changes: object) -> Json:
    return event(action, pull_request=pull(), review=words(state="commented", commit_id=SHA, **changes))


def line_comment(action: str = "created", **changes: object) -> Json:
    place = {"path": "cache.py", "line": 12, "diff_hunk": "@@ -1 +1 @@\n-a\n+b", "pull_request_review_id": 8}
    return event(action, pull_request=pull(), comment=words(**place | changes))


def pressed(**changes: object) -> Json:
    pulls = [{"number": 5, "base": {"repo": {"id": 7}}}, {"number": 6, "base": {"repo": {"id": 70}}}]
    check = {"id": 55, "external_id": "D-42:check:1", "head_sha": SHA, "app": {"id": 12345}, "pull_requests": pulls}
    return event("requested_action", check_run=check | changes, requested_action={"identifier": "approve:31"})


def spoken(name: str, payload: Json, own: Own = OWN) -> Spoken:
    found = parse(name, payload, own)
    assert isinstance(found, Spoken)
    return found


def reason(found: Incoming) -> str:
    assert isinstance(found, Ignored)
    return found.reason


def test_a_comment_is_read() -> None:
    assert parse("issue_comment", comment(), OWN) == Spoken(
        key="comment:900",
        repo=7,
        full_name="acme/widgets",
        private=True,
        installation=100,
        sender=Account(login="lead", id=31, type="User"),
        number=4,
        is_pull=False,
        title="Caching",
        opener=32,
        author=Account(login="lead", id=31, type="User"),
        comment=900,
        kind="comment",
        body="/consensus ship?",
        url="https://github.com/acme/widgets/issues/4#issuecomment-900",
    )


def test_a_comment_of_a_pull_request_says_so() -> None:
    found = spoken("issue_comment", comment(issue=issue(pull_request={"url": "…"})))

    assert found.is_pull
    assert found.head is None


def test_hard_case_21_a_request_is_seen_as_comment_as_review_and_at_a_line_each_once() -> None:
    found = [
        spoken("issue_comment", comment()),
        spoken("pull_request_review", review()),
        spoken("pull_request_review_comment", line_comment()),
    ]

    assert [each.body for each in found] == ["/consensus ship?"] * 3
    assert [each.key for each in found] == ["comment:900", "review:900", "review_comment:900"]
    assert [(each.number, each.is_pull, each.head) for each in found[1:]] == [(5, True, SHA)] * 2


def test_hard_case_21_a_comment_at_a_line_brings_its_hunk() -> None:
    found = spoken("pull_request_review_comment", line_comment())

    assert found.inline == Inline(path="cache.py", line=12, hunk="@@ -1 +1 @@\n-a\n+b", thread=900)


def test_an_answer_in_a_thread_at_a_line_names_the_first_comment_of_it() -> None:
    found = spoken("pull_request_review_comment", line_comment(in_reply_to_id=888, line=None))

    assert found.inline is not None
    assert (found.inline.thread, found.inline.line) == (888, None)


@pytest.mark.parametrize("body", [None, ""])
def test_hard_case_21_a_review_without_words_says_nothing(body: str | None) -> None:
    assert reason(parse("pull_request_review", review(body=body), OWN)) == "not-for-us"


@pytest.mark.parametrize("name", ["issue_comment", "pull_request_review", "pull_request_review_comment"])
def test_hard_case_18_an_edit_brings_both_texts(name: str) -> None:
    made = {"issue_comment": comment, "pull_request_review": review, "pull_request_review_comment": line_comment}[name]
    found = spoken(name, made("edited") | {"changes": {"body": {"from": "/consensus shp?"}}})

    assert (found.edited_from, found.body) == ("/consensus shp?", "/consensus ship?")
    assert not found.is_edited_by_another


@pytest.mark.parametrize("changes", [None, {}, {"title": {"from": "x"}}, {"body": {"from": "/consensus ship?"}}])
def test_hard_case_18_an_edit_of_no_word_is_none(changes: Json | None) -> None:
    assert reason(parse("issue_comment", comment("edited", changes=changes), OWN)) == "unchanged"


def test_hard_case_18_words_that_somebody_else_changed_are_known_as_such() -> None:
    found = spoken("issue_comment", edit("/consensus vote D-1 A") | {"sender": DEV})

    assert found.is_edited_by_another
    assert (found.author.id, found.sender.id) == (31, 32)


def test_hard_case_18_an_emptied_text_and_a_filled_one_are_edits() -> None:
    emptied = spoken("issue_comment", edit("/consensus vote D-1 A", body=None))
    filled = spoken("issue_comment", edit(None))

    assert (emptied.edited_from, emptied.body) == ("/consensus vote D-1 A", "")
    assert filled.edited_from == ""


def test_hard_case_25_an_edit_has_the_comment_of_the_first_words_but_not_their_key() -> None:
    first, edited = spoken("issue_comment", comment()), spoken("issue_comment", edit("before"))

    assert first.ref == edited.ref == first.key == "comment:900"
    assert edited.key is None


MARKED = "<!-- consensus:D-42:card:1 -->\n### Merge as is\n`/consensus vote D-42 …`"


@pytest.mark.parametrize(
    ("changes", "own"),
    [
        ({"user": BOT | {"login": "acme-panel[bot]"}}, OWN),
        ({"performed_via_github_app": {"id": 12345, "slug": "acme-panel"}}, OWN),
        ({"body": MARKED}, OWN),
        ({"body": MARKED}, TOKEN),
        ({"body": f"In response to you\n{MARKED}"}, TOKEN),
    ],
)
def test_hard_case_19_our_own_words_are_ignored(changes: Json, own: Own) -> None:
    assert reason(parse("issue_comment", comment(comment=words(**changes)), own)) == "own"
    assert reason(parse("issue_comment", edit("/consensus", **changes), own)) == "own"


@pytest.mark.parametrize("bot", [BOT, BOT | {"type": "User"}, {"id": 34, "login": "ghost-writer", "type": "Bot"}])
def test_hard_case_19_other_bots_are_ignored_as_author_and_as_sender(bot: Json) -> None:
    for payload in (comment(comment=words(user=bot)), comment() | {"sender": bot}):
        assert reason(parse("issue_comment", payload, OWN)) == "bot"


def test_hard_case_19_a_person_who_quotes_us_or_writes_through_another_app_is_heard() -> None:
    quoting = words(body=f"> {MARKED}\n\n/consensus ship?")
    through = words(performed_via_github_app={"id": 777})

    assert spoken("issue_comment", comment(comment=quoting)).body.endswith("ship?")
    assert spoken("issue_comment", comment(comment=through)).body == "/consensus ship?"


def test_with_a_personal_token_its_owner_is_heard() -> None:
    assert spoken("issue_comment", comment(), TOKEN).author.login == "lead"


def test_a_pressed_button_is_read_with_the_pull_requests_of_its_own_repository() -> None:
    assert parse("check_run", pressed(), OWN) == CheckAction(
        repo=7,
        full_name="acme/widgets",
        private=True,
        installation=100,
        sender=Account(login="lead", id=31, type="User"),
        check=55,
        external_id="D-42:check:1",
        head=SHA,
        identifier="approve:31",
        pulls=(5,),
    )


@pytest.mark.parametrize(
    ("payload", "why"),
    [
        (pressed(app={"id": 1}), "not-for-us"),
        (pressed(app=None), "not-for-us"),
        (pressed() | {"sender": BOT}, "bot"),
        (pressed() | {"requested_action": None}, "malformed"),
        (pressed() | {"action": "rerequested"}, "not-for-us"),
    ],
)
def test_a_button_of_somebody_else_or_pressed_by_a_bot_does_nothing(payload: Json, why: str) -> None:
    assert reason(parse("check_run", payload, OWN)) == why


def test_a_push_is_read_whoever_pushed() -> None:
    payload = event("synchronize", number=5, before=SHA, after=OTHER, pull_request=pull(), sender=BOT)

    found = parse("pull_request", payload, OWN)

    assert isinstance(found, Pushed)
    assert (found.number, found.before, found.after, found.sender.id) == (5, SHA, OTHER, 33)


def test_another_target_branch_is_read_and_another_title_is_nothing() -> None:
    changes = {"base": {"ref": {"from": "main"}, "sha": {"from": SHA}}}
    payload = event("edited", number=5, changes=changes, pull_request=pull())

    found = parse("pull_request", payload, OWN)

    assert isinstance(found, Retargeted)
    assert found.number == 5
    assert reason(parse("pull_request", payload | {"changes": {"title": {"from": "x"}}}, OWN)) == "not-for-us"


@pytest.mark.parametrize("action", ["created", "unsuspend", "new_permissions_accepted"])
def test_an_installation_brings_its_repositories(action: str) -> None:
    payload = {
        "action": action,
        "installation": {"id": 100, "account": LEAD},
        "repositories": [WIDGETS],
        "sender": LEAD,
    }

    assert parse("installation", payload, OWN) == Installed(
        installation=100, gained=(Repository(id=7, full_name="acme/widgets", private=True),)
    )


@pytest.mark.parametrize("action", ["deleted", "suspend"])
def test_an_installation_that_is_gone_takes_them_along(action: str) -> None:
    payload = {"action": action, "installation": {"id": 100}, "repositories": None}

    assert parse("installation", payload, OWN) == Installed(installation=100, is_gone=True)


def test_repositories_come_and_go() -> None:
    lists = {"repositories_added": [WIDGETS], "repositories_removed": [{"id": 8, "full_name": "acme/old"}]}

    found = parse("installation_repositories", {"action": "added", "installation": {"id": 100}} | lists, OWN)

    assert found == Installed(
        installation=100,
        gained=(Repository(id=7, full_name="acme/widgets", private=True),),
        lost=(Repository(id=8, full_name="acme/old", private=True),),
    )


NULLABLE = [
    ("issue_comment", comment(issue=issue(user=None))),
    ("issue_comment", comment(issue=issue(pull_request=None))),
    ("issue_comment", comment(installation=None)),
    ("issue_comment", comment(changes=None)),
    ("issue_comment", comment(comment=words(performed_via_github_app=None))),
    ("pull_request_review_comment", line_comment(line=None, in_reply_to_id=None)),
    ("pull_request_review", event("submitted", pull_request=pull(user=None, head=None), review=words())),
    ("check_run", pressed(external_id=None, pull_requests=[])),
]


@pytest.mark.parametrize(("name", "payload"), NULLABLE)
def test_hard_case_23_what_may_be_null_breaks_nothing(name: str, payload: Json) -> None:
    assert not isinstance(parse(name, payload, OWN), Ignored)


def test_hard_case_23_what_is_missing_is_not_asked_for() -> None:
    lean = event("created", issue={"number": 4}, comment={"id": 900, "user": {"id": 31, "login": "lead"}, "body": "x"})

    found = spoken("issue_comment", lean | {"repository": {"id": 7, "full_name": "acme/widgets"}})

    assert (found.title, found.opener, found.url, found.private) == ("", None, "", True)


@pytest.mark.parametrize(
    "payload",
    [
        None,
        [],
        "text",
        {"action": 1},
        comment(comment=None),
        comment(comment=words(user=None)),
        comment(comment=words(id=True)),
        comment(comment=words(id=2**63)),
        comment(issue=issue(number="4")),
        comment() | {"repository": None},
        comment() | {"sender": None},
    ],
)
def test_what_github_would_not_send_is_malformed(payload: object) -> None:
    assert reason(parse("issue_comment", payload, OWN)) == "malformed"


def test_half_a_character_is_read_as_one_that_is_missing() -> None:
    assert spoken("issue_comment", comment(comment=words(body="a\ud800b \ud83e\udde8"))).body == "a\ufffdb \U0001f9e8"


@pytest.mark.parametrize(
    ("name", "payload"),
    [
        ("issue_comment", comment("deleted")),
        ("pull_request_review", review("dismissed")),
        ("issues", event("opened", issue=issue())),
        ("pull_request", event("opened", number=5)),
        ("installation", {"action": "something-new", "installation": {"id": 1}}),
        ("star", {}),
        ("", {}),
    ],
)
def test_what_we_do_not_know_is_not_for_us(name: str, payload: Json) -> None:
    assert reason(parse(name, payload, OWN)) == "not-for-us"


JUNK = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)


@given(st.sampled_from(["issue_comment", "check_run", "installation", ""]), JUNK)
def test_no_payload_makes_us_fail(name: str, payload: object) -> None:
    assert isinstance(parse(name, payload, OWN), Ignored)
