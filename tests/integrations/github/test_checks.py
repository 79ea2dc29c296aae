"""A check says what is so of its own commit, and is green only where everything says that this commit may be merged."""

import re
from collections.abc import Mapping
from itertools import product
from types import MappingProxyType
from typing import Any, get_args

import pytest
from hypothesis import given, settings

from bot.texts import catalogue
from consensus.decision import Decision
from consensus.events import (
    Cancelled,
    Draft,
    HeadMoved,
    OpenedWords,
    OutcomeRecorded,
    Policy,
    Reason,
    Source,
    Superseded,
)
from consensus.panel.agents import Language
from integrations.github.checks import NAME, PRESSED, Button, Check, CommitStatus, Pressed, check_of, pressed, status_of
from integrations.github.offers import Around
from integrations.github.pull_question import OPTIONS, QUESTION, VIA, asks_to_merge, says_merge
from tests.fakes import after, opened, seat, start
from tests.integrations.github.speaking import ALLOWED, AROUND, HEAD, HOSTILE, REQUEST, Voice
from tests.integrations.slack.speaking import STATES, TIE, WEAK, hostile
from tests.markdown import check_problems, status_problems
from tests.scenes import (
    FULL,
    answer,
    by_engine,
    carry_on,
    cast,
    close_early,
    closed,
    debated,
    hear,
    put_to_a_vote,
    take_context,
)

OTHER = "def5678" + "0" * 33


FILES = Source(source="files", ref="#7", total=3, used=3, digest="")
READ = {"head_sha": HEAD, "sources": (FILES,)}


def asked(
    voices: str,
    via: str = VIA,
    lang: Language = "en",
    read: Mapping[str, object] = MappingProxyType({}),
    **changes: Any,  # noqa: ANN401 -- handed on
) -> Decision:
    """The question of a pull request after a full blind vote on its head, and all that follows without people."""
    say = catalogue(lang)
    facts = opened(3, **{"via": via, "axes": FULL, "wants_context": True, "policy": Policy(debate="off"), **changes})
    words = OpenedWords(question=say(QUESTION), options=tuple(say(option) for option in OPTIONS))
    return carry_on(hear(take_context(start(facts, words), **{**READ, **read}), voices))


def check(decision: Decision, head: str = HEAD, *, has_gate: bool = True, lang: Language = "en") -> Check:
    return check_of(decision, Voice(lang), AROUND, head=head, has_gate=has_gate)


def payload(made: Check) -> dict[str, Any]:
    """As GitHub's API names it."""
    body = made.model_dump()
    return {**body, "output": {"title": body.pop("title"), "summary": body.pop("summary")}}


def pushed(decision: Decision, before: str = HEAD, to: str = OTHER) -> Decision:
    return after(decision, by_engine(HeadMoved(before=before, after=to)))


MERGE = asked("AAAAB")
REHEARSED = tuple(seat(place, family="rehearsal") for place in range(5))
LAST_RESORT = Policy(debate="off", human="never", last_resort="safest")


def test_merge_as_is_behind_a_gate_is_green() -> None:
    assert check(MERGE).conclusion == "success"
    assert check(asked("AAAAB", lang="fr")).conclusion == "success"
    assert check(MERGE).head_sha == HEAD


@pytest.mark.parametrize(
    "decision",
    [
        asked("BBBBA"),
        asked("AAAAB", via="github"),
        asked("AAAAB", roster=REHEARSED),
        asked("AABB-", policy=LAST_RESORT, safety_order=("o1", "o2", "o3")),
        after(MERGE, Draft(actor="asker", facts=Superseded(successor="D-2"))),
        pushed(MERGE),
        asked("AABu-", policy=Policy(human="never", debate="off")),
        after(asked("AABB-"), Draft(actor="asker", facts=Cancelled(via="github"))),
    ],
    ids=["other winner", "other question", "rehearsed", "last resort", "replaced", "pushed", "undecided", "cancelled"],
)
def test_whatever_speaks_against_it_opens_no_gate(decision: Decision) -> None:
    is_gate = decision.opened.via == VIA

    assert check(decision, has_gate=False).conclusion == "neutral"
    assert check(decision).conclusion == ("action_required" if is_gate else "neutral")


UNREAD = FILES.model_copy(update={"used": 0})
OVERRIDDEN = Draft(actor="boss", facts=OutcomeRecorded(outcome="overridden"), words=Reason())
HELD = Draft(actor="boss", facts=OutcomeRecorded(outcome="held"), words=Reason())


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        (asked("AAAAB", read={"sources": ()}), "allowed to read nothing of the change"),
        (asked("AAAAB", read={"sources": (), "missing": ("settings",)}), r"missing: settings\)"),
        (asked("AAAAB", read={"sources": (UNREAD,)}), r"missing: files\)"),
        (asked("AAAAB", read={"missing": ("comments", "#12")}), r"missing: comments, .*12\)"),
        (asked("AAAAB", read={"cut": True}), "read less than half of the change"),
        (asked("BBBBA"), r"only \*merge as is\*"),
        (asked("AAAAB", roster=REHEARSED), "nobody answers for this result"),
        (after(MERGE, OVERRIDDEN), "decided otherwise since"),
        (pushed(MERGE), "about another commit"),
    ],
)
@pytest.mark.parametrize("lang", get_args(Language))
def test_a_gate_that_stays_shut_says_what_is_lacking(decision: Decision, why: str, lang: Language) -> None:
    made = check(decision)

    assert made.conclusion == "action_required"
    assert re.search(f"The gate stays shut.*{why}", made.summary)
    assert "porte reste fermée" in check(decision, lang="fr").summary
    assert check_problems(payload(check(decision, lang=lang)), **ALLOWED) == []


def test_what_was_decided_otherwise_and_held_after_all_opens_the_gate_again() -> None:
    assert check(after(MERGE, OVERRIDDEN, HELD)).conclusion == "success"


def test_a_gate_stays_shut_while_another_pull_request_with_the_commit_says_no() -> None:
    made = check_of(MERGE, Voice(), AROUND.model_copy(update={"twin": "D-3"}), head=HEAD, has_gate=True)

    assert made.conclusion == "action_required"
    assert "D-3 of another pull request with the same commit" in made.summary


def test_only_the_question_whether_to_merge_bears_the_name_that_a_branch_requires() -> None:
    assert check(MERGE).name == NAME
    assert check(asked("AAAAB", via="github")).name == f"{NAME} D-1"


def test_without_a_gate_nothing_is_green() -> None:
    made = check(MERGE, has_gate=False)

    assert made.conclusion == "neutral"
    assert "it does not decide whether this may be merged" in made.summary


def test_people_can_make_it_green_even_after_a_rehearsal() -> None:
    stuck = asked("A-n!-", roster=REHEARSED)
    voted = carry_on(close_early(cast(put_to_a_vote(stuck), "o1", "o1", "o1")))

    assert check(voted).conclusion == "success"


@pytest.mark.parametrize("decision", STATES.values(), ids=STATES)
def test_only_the_question_of_a_pull_request_is_ever_green(decision: Decision) -> None:
    read = after(decision, by_engine(HeadMoved(before=HEAD, after=HEAD)))

    assert {check(read, head, has_gate=gate).conclusion for head, gate in product((HEAD, OTHER), (True, False))} <= {
        None,
        "neutral",
        "action_required",
    }


def test_while_the_panel_works_it_is_in_progress() -> None:
    made = check(take_context(start(opened(wants_context=True)), head_sha=HEAD))

    assert (made.name, made.status, made.conclusion) == (f"{NAME} D-1", "in_progress", None)
    assert [button.identifier for button in made.actions] == ["cancel:1"]


def test_people_are_needed_while_a_vote_or_an_approval_is_open() -> None:
    vote, tie = asked("AAB--", policy=Policy(debate="off")), asked("AABB-", safety_order=("o2", "o1", "o3"))

    assert check(vote).conclusion == "action_required"
    assert check(tie).conclusion == "action_required"
    assert check(vote).status == "completed"


def test_hard_case_36_a_check_on_a_new_head_says_what_the_decision_was_about() -> None:
    made = check(pushed(MERGE), OTHER)

    assert check(pushed(MERGE), OTHER, has_gate=False).conclusion == "neutral"
    assert made.conclusion == "action_required"
    assert made.summary.startswith("This check is about `def5678`; the decision is about `abc1234`.")
    assert "`/consensus rerun D-1`" in made.summary
    assert [button.identifier.partition(":")[0] for button in made.actions] == ["rerun"]


def test_the_old_head_is_no_longer_green_once_another_was_pushed() -> None:
    assert check(pushed(MERGE), HEAD).conclusion == "action_required"
    assert check(pushed(pushed(MERGE), OTHER, HEAD), HEAD).conclusion == "success"


def test_a_decision_that_knows_no_commit_is_never_green_on_one() -> None:
    made = check(STATES["strong"])

    assert made.conclusion == "neutral"
    assert not made.summary.startswith("This check")


def test_a_deadlock_has_a_button_to_approve_and_one_to_vote() -> None:
    made = check(asked("AABB-", safety_order=("o2", "o1", "o3")))

    assert [(button.label, button.identifier) for button in made.actions] == [
        ("Approve", "approve:9"),
        ("Put it to a vote", "vote:9"),
    ]


def test_each_option_of_a_vote_has_its_button_if_there_are_no_more_than_three() -> None:
    vote = asked("AAB--")

    assert [(button.label, button.identifier) for button in check(vote).actions] == [
        ("merge as is", "cast:9:o1"),
        ("request changes", "cast:9:o2"),
        ("split it", "cast:9:o3"),
    ]


def test_two_options_leave_room_for_closing_the_vote() -> None:
    read = pushed(cast(WEAK, "o1", "o1", "o2"), HEAD, HEAD)

    assert [button.identifier.partition(":")[0] for button in check(read).actions] == ["cast", "cast", "close"]


def test_many_options_have_no_buttons_but_commands() -> None:
    many = pushed(put_to_a_vote(closed(debated("ABCD-", "ABCD-", 10)), why="weak"), HEAD, HEAD)

    assert check(many).actions == ()
    assert "`/consensus vote D-1 option o1 because …`" in check(many).summary


def test_options_that_a_button_cannot_tell_apart_have_none() -> None:
    long = tuple(f"the option with the long name {end}" for end in "ab")
    alike = start(opened(axes=FULL, policy=Policy(debate="off")), OpenedWords(question="?", options=long))

    assert check(pushed(put_to_a_vote(closed(hear(alike, "AAB--"))), HEAD, HEAD)).actions == ()


def test_what_is_answered_elsewhere_has_no_button_here() -> None:
    around = Around(origin=REQUEST, elsewhere="#billing")

    made = check_of(pushed(TIE, HEAD, HEAD), Voice(), around, head=HEAD, has_gate=True)

    assert {"approve", "cast"}.isdisjoint(button.identifier.partition(":")[0] for button in made.actions)


@pytest.mark.parametrize("lang", get_args(Language))
@pytest.mark.parametrize("decision", [*STATES.values(), MERGE, pushed(MERGE)])
def test_every_check_may_go_out(lang: Language, decision: Decision) -> None:
    for head in (HEAD, OTHER):
        made = check(pushed(decision, HEAD, HEAD), head, lang=lang)

        assert check_problems(payload(made), **ALLOWED) == []
        assert all(pressed(button.identifier) for button in made.actions)
        assert len({button.label for button in made.actions}) == len(made.actions)


@settings(max_examples=10)
@given(HOSTILE)
def test_whatever_the_texts_every_check_may_go_out(text: str) -> None:
    made = check(pushed(hostile(text), HEAD, HEAD))

    assert check_problems(payload(made), **ALLOWED) == []
    assert status_problems(status_of(made, REQUEST).model_dump()) == []


def test_hard_case_49_a_check_in_letters_of_several_bytes_keeps_its_limit() -> None:
    made = check(pushed(hostile("é🧨| " * 9_000), HEAD, HEAD))

    assert check_problems(payload(made), **ALLOWED) == []
    assert made.summary.endswith("`/consensus export D-1` gives the whole record.")


@pytest.mark.parametrize("lang", get_args(Language))
@pytest.mark.parametrize("verb", sorted(PRESSED))
def test_every_button_has_words_that_fit(lang: Language, verb: str) -> None:
    say = Voice(lang)

    assert verb == "cast" or len(say(f"github-button-{verb}")) <= 20
    assert len(say(f"github-press-{verb}")) <= 40


@pytest.mark.parametrize(
    ("identifier", "meant"),
    [
        ("approve:31", Pressed(verb="approve", about=31)),
        ("cast:31:o2", Pressed(verb="cast", about=31, option="o2")),
        ("reject:31", None),
        ("approve", None),
        ("approve:x", None),
        ("approve:31:o2 ", None),
        ("", None),
    ],
)
def test_a_button_says_what_it_means_and_about_what(identifier: str, meant: Pressed | None) -> None:
    assert pressed(identifier) == meant


def test_a_status_of_a_token_is_green_like_the_check_and_else_claims_nothing() -> None:
    made = {name: status_of(check(decision), REQUEST).state for name, decision in {
        "merge": MERGE,
        "other winner": asked("BBBBA"),
        "vote": asked("AAB--"),
        "pushed": pushed(MERGE),
    }.items()}  # fmt: skip

    assert made == {"merge": "success", "other winner": "pending", "vote": "pending", "pushed": "pending"}


def test_a_status_holds_the_headline_and_leads_to_the_request() -> None:
    assert status_of(check(MERGE), REQUEST) == CommitStatus(
        state="success",
        description="merge as is · strong · 4 of 5 agents rank it above request changes",
        context="consensus",
        target_url=REQUEST,
    )


def test_an_approved_deadlock_may_be_green() -> None:
    tie = asked("AABB-", safety_order=("o1", "o2", "o3"))

    assert says_merge(carry_on(answer(tie, approve=True)))
    assert not says_merge(tie)
    assert not says_merge(carry_on(put_to_a_vote(MERGE)))


def test_the_question_is_known_by_how_it_came_about_and_not_by_its_words() -> None:
    assert asks_to_merge(MERGE)
    assert not asks_to_merge(asked("AAAAB", via="github"))
    assert not asks_to_merge(start(opened(2, via=VIA)))


def test_a_button_is_plain_data() -> None:
    assert check(asked("AAB--")).actions[0] == Button(
        label="merge as is", description="Your vote; the last one counts", identifier="cast:9:o1"
    )
