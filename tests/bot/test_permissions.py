"""Who may do what: the whole matrix of acts, people and places, and how electorates and approvers are resolved."""

from collections.abc import Iterator

import pytest

from bot.electorate import AMONG, LARGEST, Actor, Circle, Directory, Place, electorate, names_in
from bot.permissions import GUARDS, UNVERIFIED, Act, Allowed, Refused, may
from bot.texts import catalogue
from consensus.decision import Decision
from consensus.errors import RequestError
from consensus.events import ApprovalPolicy, Axes, Cancelled, Draft, Policy, ProposalMade, VotePolicy
from consensus.ports import People
from tests.fakes import START, after, opened, start
from tests.scenes import BY_RULE, DAY, by_engine, carry_on, panel, put_to_a_vote

MATRIX = """
public       member newcomer guest external bot deactivated asker approver outsider leaver unknown
start        ok     ok       gu    gu       bo  de          ok    ok       nm       nm     uv
start_as_bot ok     ok       gu    gu       ok  de          ok    ok       nm       nm     uv
rerun        ok     ok       gu    gu       bo  de          ok    ok       nm       nm     uv
run          ok     ok       gu    gu       bo  de          ok    ok       nm       nm     uv
see          ok     ok       ok    ok       bo  de          ok    ok       ok       ok     uv
search       ok     ok       ok    ok       bo  de          ok    ok       ok       ok     uv
export       ok     ok       ok    ok       bo  de          ok    ok       ok       ok     uv
vote         ok     ne       ne    ne       bo  de          ok    ok       ne       ok     uv
put_to_vote  ok     ok       el    el       bo  de          ok    ok       el       el     uv
reopen       ok     ok       el    el       bo  de          ok    ok       el       el     uv
close        aa     aa       aa    aa       bo  de          ok    ok       aa       aa     uv
extend       aa     aa       aa    aa       bo  de          ok    ok       aa       aa     uv
cancel       aa     aa       aa    aa       bo  de          ok    ok       aa       aa     uv
approve      na     na       na    na       bo  de          fe    ok       na       na     uv
reject       na     na       na    na       bo  de          fe    ok       na       na     uv
outcome      ap     ap       ap    ap       bo  de          ap    ok       ap       ap     uv

private      member newcomer guest external bot deactivated asker approver outsider leaver unknown
start        ok     ok       gu    gu       bo  de          ok    ok       nm       nm     uv
start_as_bot ok     ok       gu    gu       ok  de          ok    ok       nm       nm     uv
rerun        ok     ok       gu    gu       nf  nf          ok    ok       nf       nf     uv
run          ok     ok       gu    gu       nf  nf          ok    ok       nf       nf     uv
see          ok     ok       ok    ok       nf  nf          ok    ok       nf       nf     uv
search       ok     ok       ok    ok       nf  nf          ok    ok       nf       nf     uv
export       ok     ok       ok    ok       nf  nf          ok    ok       nf       nf     uv
vote         ok     ne       ne    ne       nf  nf          ok    ok       nf       ok     uv
put_to_vote  ok     ok       el    el       nf  nf          ok    ok       nf       nf     uv
reopen       ok     ok       el    el       nf  nf          ok    ok       nf       nf     uv
close        aa     aa       aa    aa       nf  nf          ok    ok       nf       nf     uv
extend       aa     aa       aa    aa       nf  nf          ok    ok       nf       nf     uv
cancel       aa     aa       aa    aa       nf  nf          ok    ok       nf       nf     uv
approve      na     na       na    na       nf  nf          fe    ok       nf       nf     uv
reject       na     na       na    na       nf  nf          fe    ok       nf       nf     uv
outcome      ap     ap       ap    ap       nf  nf          ap    ok       nf       nf     uv

direct       member newcomer guest external bot deactivated asker approver outsider leaver unknown
start        ok     ok       gu    gu       bo  de          ok    ok       nm       nm     uv
start_as_bot ok     ok       gu    gu       ok  de          ok    ok       nm       nm     uv
rerun        ok     ok       gu    gu       nf  nf          ok    ok       nf       nf     uv
run          ok     ok       gu    gu       nf  nf          ok    ok       nf       nf     uv
see          ok     ok       ok    ok       nf  nf          ok    ok       nf       nf     uv
search       ok     ok       ok    ok       nf  nf          ok    ok       nf       nf     uv
export       ok     ok       ok    ok       nf  nf          ok    ok       nf       nf     uv
vote         ok     ne       ne    ne       nf  nf          ok    ok       nf       ok     uv
put_to_vote  ok     ok       el    el       nf  nf          ok    ok       nf       nf     uv
reopen       ok     ok       el    el       nf  nf          ok    ok       nf       nf     uv
close        aa     aa       aa    aa       nf  nf          ok    ok       nf       nf     uv
extend       aa     aa       aa    aa       nf  nf          ok    ok       nf       nf     uv
cancel       aa     aa       aa    aa       nf  nf          ok    ok       nf       nf     uv
approve      na     na       na    na       nf  nf          fe    ok       nf       nf     uv
reject       na     na       na    na       nf  nf          fe    ok       nf       nf     uv
outcome      ap     ap       ap    ap       nf  nf          ap    ok       nf       nf     uv
"""
BY_RULE_MATRIX = """
public       member newcomer guest external bot deactivated asker approver outsider leaver unknown
vote         ok     ok       mv    mv       bo  de          ok    ok       mv       mv     uv
put_to_vote  ok     ok       el    el       bo  de          ok    ok       el       el     uv
reopen       ok     ok       el    el       bo  de          ok    ok       el       el     uv

private      member newcomer guest external bot deactivated asker approver outsider leaver unknown
vote         ok     ok       mv    mv       nf  nf          ok    ok       nf       nf     uv
put_to_vote  ok     ok       el    el       nf  nf          ok    ok       nf       nf     uv
reopen       ok     ok       el    el       nf  nf          ok    ok       nf       nf     uv
"""
"""The same in a place with so many members that nobody is listed."""
ANSWERS: dict[str, Allowed | Refused] = {
    "ok": Allowed(),
    "uv": Refused(key="permission-unverified"),
    "bo": Refused(key="permission-bot"),
    "de": Refused(key="permission-deactivated"),
    "gu": Refused(key="permission-guest"),
    "nm": Refused(key="permission-not-member"),
    "nf": Refused(key="no-such-decision", params={"id": "D-1"}),
    "ne": Refused(key="vote-not-eligible"),
    "mv": Refused(key="permission-members-vote"),
    "el": Refused(key="permission-electorate"),
    "aa": Refused(key="permission-asker-or-approver"),
    "na": Refused(key="approve-not-approver"),
    "fe": Refused(key="permission-four-eyes"),
    "ap": Refused(key="permission-approvers"),
}


def cells(matrix: str = MATRIX) -> Iterator[tuple[str, str, str, str]]:
    """Act, actor, place and the short name of the answer that is expected."""
    for block in matrix.strip().split("\n\n"):
        (kind, *names), *rows = (line.split() for line in block.splitlines())
        for act, *answers in rows:
            for name, answer in zip(names, answers, strict=True):
                yield act, name, kind, answer


def actor(person: str = "ann", **changes: bool | frozenset[str] | None) -> Actor:
    """A full member of the workspace and of the place."""
    facts = {"is_member": True, "is_guest": False, "is_external": False, "is_bot": False, "is_deactivated": False}
    return Actor.model_validate({"person": person, **facts, **changes})


ACTORS = {
    "member": actor("member"),
    "newcomer": actor("newcomer"),
    "guest": actor("guest", is_guest=True),
    "external": actor("external", is_external=True),
    "bot": actor("bot", is_bot=True),
    "deactivated": actor("deactivated", is_deactivated=True),
    "asker": actor("asker"),
    "approver": actor("approver"),
    "outsider": actor("outsider", is_member=False),
    "leaver": actor("leaver", is_member=False),
    "unknown": actor("unknown", is_member=None, is_guest=None, is_external=None, is_bot=None, is_deactivated=None),
}
"""Somebody of each sort; the newcomer joined after the vote was opened, the leaver left after it."""
PRESENT = tuple(each for each in ACTORS.values() if each.is_member is not False)
LEADS: Directory = {
    "@leads": Circle(
        people=tuple(ACTORS[name] for name in ("asker", "approver", "guest", "external", "bot", "unknown"))
    )
}
POLICY = Policy(approval=ApprovalPolicy(approvers="@leads"))
FROZEN = ("member", "asker", "approver", "leaver")


def place(kind: str | None = "public", members: tuple[Actor, ...] | None = PRESENT, **changes: bool) -> Place:
    return Place.model_validate({"kind": kind, "members": members, **changes})


def voting(voters: tuple[str, ...] = FROZEN, policy: Policy = POLICY) -> Decision:
    """A vote is open, its list frozen."""
    return put_to_a_vote(carry_on(panel("AAAAA", policy=policy)), voters=voters)


def proposed(policy: Policy = POLICY, approvers: tuple[str, ...] = tuple(ACTORS)) -> Decision:
    """A proposal waits; by default the card prints everybody, as if all had been full members then."""
    made = ProposalMade(by="safety_order", option="o1", tied=("o1", "o2"), approvers=approvers, deadline=START + DAY)
    return after(start(opened(policy=policy)), by_engine(made))


@pytest.mark.parametrize(("act", "name", "kind", "answer"), list(cells()))
def test_permission_matrix(act: Act, name: str, kind: str, answer: str) -> None:
    here = place(kind)
    decision = proposed() if act in {"approve", "reject"} else voting()
    people = electorate(decision, here, LEADS)

    said = may(act, ACTORS[name], here, None if act == "start" else decision, people)

    assert said == ANSWERS[answer]


@pytest.mark.parametrize(("act", "name", "kind", "answer"), list(cells(BY_RULE_MATRIX)))
def test_permission_matrix_where_nobody_is_listed(act: Act, name: str, kind: str, answer: str) -> None:
    decision = put_to_a_vote(carry_on(panel("AAAAA")), **BY_RULE)
    crowd = People(voters=(), members=812, approvers=())

    assert may(act, ACTORS[name], place(kind), decision, crowd) == ANSWERS[answer]


def test_no_admin_lets_a_guest_vote_by_rule() -> None:
    decision = put_to_a_vote(carry_on(panel("AAAAA")), **BY_RULE)

    assert may("vote", ACTORS["guest"], place(externals_allowed=True), decision, None) == ANSWERS["mv"]


def test_by_rule_one_unknown_fact_lets_nobody_vote() -> None:
    decision = put_to_a_vote(carry_on(panel("AAAAA")), **BY_RULE)
    facts = ("is_member", "is_guest", "is_external", "is_bot", "is_deactivated")

    said = [may("vote", actor().model_copy(update={fact: None}), place(), decision, None) for fact in facts]

    assert said == [UNVERIFIED] * len(facts)


def test_the_matrix_is_complete() -> None:
    seen = list(cells())

    assert {act for act, *_ in seen} == set(GUARDS)
    assert {name for _, name, *_ in seen} == set(ACTORS)
    assert len(seen) == len(set(seen)) == len(GUARDS) * len(ACTORS) * 3


@pytest.mark.parametrize("lang", ["en", "fr"])
def test_every_refusal_has_its_sentence(lang: str) -> None:
    say = catalogue("fr" if lang == "fr" else "en")
    refusals = [*ANSWERS.values(), Refused(key="which-decision"), Refused(key="vote-closed")]

    said = [say(each.key, **each.params) for each in refusals if isinstance(each, Refused)]

    assert all(said)
    assert say("verb-unknown", word="x", nearest="help")


@pytest.mark.parametrize("act", [act for act in GUARDS if not act.startswith(("start", "see", "search", "export"))])
def test_an_act_on_no_decision_asks_which_one(act: Act) -> None:
    assert may(act, ACTORS["member"], place(), None, None) == Refused(key="which-decision")


def test_what_is_decided_in_a_private_place_is_hidden_without_naming_a_decision() -> None:
    said = may("search", ACTORS["outsider"], place("private"), None, None)

    assert said == Refused(key="permission-not-member")


@pytest.mark.parametrize("act", ["see", "put_to_vote", "close", "approve"])
def test_a_place_of_unknown_kind_hides_what_is_in_it_and_says_that_it_is_unknown(act: Act) -> None:
    assert may(act, ACTORS["outsider"], place(None), voting(), None) == UNVERIFIED


def test_nothing_starts_in_a_place_of_unknown_kind() -> None:
    assert may("start", ACTORS["member"], place(None), None, None) == UNVERIFIED


@pytest.mark.parametrize("name", ["guest", "external"])
def test_guests_and_externals_start_where_an_admin_let_them(name: str) -> None:
    allowed = may("start", ACTORS[name], place(externals_allowed=True), None, None)
    outside = may("start", actor(is_guest=True, is_member=False), place(externals_allowed=True), None, None)

    assert allowed == Allowed()
    assert outside == ANSWERS["nm"]


@pytest.mark.parametrize("fact", ["is_member", "is_guest", "is_external", "is_bot", "is_deactivated"])
def test_one_unknown_fact_starts_nothing(fact: str) -> None:
    assert may("start", Actor.model_validate({**actor().model_dump(), fact: None}), place(), None, None) == UNVERIFIED


@pytest.mark.parametrize(
    "who", [actor(is_guest=True, is_member=False), actor(is_external=True, is_member=False)], ids=["guest", "external"]
)
def test_a_guest_sees_only_the_public_places_they_are_in(who: Actor) -> None:
    assert may("see", who, place(), voting(), None) == ANSWERS["nf"]


def test_a_member_of_whom_little_is_known_sees_a_public_place() -> None:
    inside = may("see", actor(is_guest=None), place(), voting(), None)
    outside = may("see", actor(is_guest=None, is_member=False), place(), voting(), None)

    assert inside == Allowed()
    assert outside == UNVERIFIED


@pytest.mark.parametrize("act", ["put_to_vote", "reopen", "close", "extend", "cancel", "outcome"])
def test_people_that_could_not_be_resolved_mean_no(act: Act) -> None:
    assert may(act, ACTORS["member"], place(), voting(), None) == UNVERIFIED


@pytest.mark.parametrize("act", ["close", "extend", "cancel"])
def test_the_asker_needs_no_list(act: Act) -> None:
    assert may(act, ACTORS["asker"], place(), voting(), None) == Allowed()


def test_hard_case_35_outsider_guest_and_external_cannot_approve() -> None:
    decision = proposed()
    people = electorate(decision, place(), LEADS)

    said = [may("approve", ACTORS[name], place(), decision, people) for name in ("outsider", "guest", "external")]

    assert said == [ANSWERS["na"]] * 3


def test_hard_case_41_without_a_list_a_stranger_cannot_approve() -> None:
    decision = proposed(Policy(), approvers=("member", "approver"))
    people = electorate(decision, place(), {})

    assert may("approve", actor("stranger"), place(), decision, people) == ANSWERS["na"]
    assert may("approve", ACTORS["member"], place(), decision, people) == Allowed()


def test_hard_case_42_a_vote_is_checked_against_its_frozen_list_and_nothing_else() -> None:
    stranger_to_the_api = ACTORS["unknown"].model_copy(update={"person": "member"})

    assert may("vote", stranger_to_the_api, place(None, None), voting(), None) == Allowed()


def test_hard_case_43_somebody_of_another_workspace_is_refused() -> None:
    foreign = actor("foreign", is_external=True, is_member=False)
    decision = proposed()
    people = electorate(decision, place("private"), LEADS)

    acts: tuple[Act, ...] = ("see", "vote", "approve", "close")
    assert [may(act, foreign, place("private"), decision, people) for act in acts] == [ANSWERS["nf"]] * 4


def test_hard_case_44_the_asker_does_not_approve_unless_the_configuration_lets_them() -> None:
    open_to_all = Policy(approval=ApprovalPolicy(four_eyes=False))
    strict, lax = proposed(Policy()), proposed(open_to_all)

    refused = may("approve", ACTORS["asker"], place(), strict, electorate(strict, place(), {}))
    allowed = may("approve", ACTORS["asker"], place(), lax, electorate(lax, place(), {}))

    assert refused == ANSWERS["fe"]
    assert allowed == Allowed()


def test_who_asked_under_an_earlier_account_is_still_who_asked() -> None:
    linked = actor("member", formers=frozenset({"asker"}))
    everybody = Policy(approval=ApprovalPolicy(approvers=None))
    decision = proposed(everybody)
    people = electorate(decision, place(), {}, asker="member")

    assert may("approve", linked, place(), decision, people) == ANSWERS["fe"]
    assert may("cancel", linked, place(), voting(), None) == Allowed()
    assert "member" not in people.approvers
    assert "member" in people.voters


def test_an_approver_must_be_printed_on_the_card_and_still_be_one() -> None:
    printed = proposed(approvers=("approver",))
    nobody = People(voters=(), approvers=())
    both = People(voters=(), approvers=("approver", "member"))

    assert may("approve", ACTORS["approver"], place(), printed, both) == Allowed()
    assert may("approve", ACTORS["approver"], place(), printed, nobody) == ANSWERS["na"]
    assert may("approve", ACTORS["approver"], place(), printed, None) == UNVERIFIED
    assert may("approve", ACTORS["member"], place(), printed, both) == ANSWERS["na"]


def test_a_guest_never_approves_even_if_every_list_says_so() -> None:
    everybody = People(voters=(), approvers=tuple(ACTORS))

    said = may("approve", ACTORS["guest"], place(), proposed(), everybody)

    assert said == ANSWERS["na"]


def test_an_approver_of_whom_too_little_is_known_waits() -> None:
    half_known = actor("approver", is_guest=None)

    said = may("approve", half_known, place(), proposed(), People(voters=(), approvers=("approver",)))

    assert said == UNVERIFIED


def test_without_a_vote_or_a_proposal_there_is_nothing_to_answer() -> None:
    quiet = start(opened(policy=POLICY))
    people = electorate(quiet, place(), LEADS)

    assert may("vote", ACTORS["member"], place(), quiet, people) == Refused(key="vote-closed")
    assert may("approve", ACTORS["approver"], place(), quiet, people) == Refused(key="approve-nothing-open")


def test_a_cancelled_decision_takes_neither_votes_nor_answers() -> None:
    cancelled = Draft(actor="asker", facts=Cancelled(via="slack"))
    vote, proposal = after(voting(), cancelled), after(proposed(), cancelled)

    assert may("vote", ACTORS["member"], place(), vote, None) == Refused(key="vote-closed")
    assert may("approve", ACTORS["approver"], place(), proposal, None) == Refused(key="approve-nothing-open")


def test_the_electorate_is_the_place_without_guests_bots_deactivated_and_externals() -> None:
    people = electorate(voting(), place(), LEADS)

    assert people.voters == ("member", "newcomer", "asker", "approver")
    assert people.excluded == 5
    assert people.approvers == ("approver",)


def test_members_that_could_not_be_read_are_no_electorate() -> None:
    with pytest.raises(RequestError, match="members-unknown"):
        electorate(voting(), place(members=None), LEADS)


@pytest.mark.parametrize("directory", [{}, {"@team": Circle(people=None)}])
def test_a_name_that_nobody_knows_is_no_electorate(directory: Directory) -> None:
    decision = voting(policy=Policy(vote=VotePolicy(voters="@team")))

    with pytest.raises(RequestError, match="members-unknown"):
        electorate(decision, place(), directory)


def test_a_named_person_may_be_a_guest_but_never_a_bot_and_a_group_brings_no_guest() -> None:
    decision = voting(policy=Policy(vote=VotePolicy(voters="@team, @gil @app")))
    team = Circle(people=(actor("ann"), actor("eve", is_guest=True)))
    gil = Circle(people=(actor("gil", is_guest=True, is_member=False),), is_person=True)
    app = Circle(people=(actor("app", is_bot=True),), is_person=True)

    people = electorate(decision, place(), {"@team": team, "@gil": gil, "@app": app})

    assert (people.voters, people.excluded) == (("ann", "gil"), 2)


def test_a_guest_of_a_group_who_is_also_named_may_vote() -> None:
    decision = voting(policy=Policy(vote=VotePolicy(voters="@team @eve")))
    eve = actor("eve", is_guest=True)

    people = electorate(
        decision, place(), {"@team": Circle(people=(eve,)), "@eve": Circle(people=(eve,), is_person=True)}
    )

    assert people.voters == ("eve",)


def test_a_narrowed_electorate_lets_nobody_in_whom_the_configuration_keeps_out() -> None:
    decision = voting(policy=Policy(vote=VotePolicy(voters=f"members{AMONG}@ann, @gil @out")))
    named = {
        "@ann": Circle(people=(actor("ann"),), is_person=True),
        "@gil": Circle(people=(ACTORS["guest"],), is_person=True),
        "@out": Circle(people=(ACTORS["outsider"],), is_person=True),
    }

    people = electorate(decision, place(members=(actor("ann"), actor("ben"), ACTORS["guest"])), named)

    assert (people.voters, people.excluded) == (("ann",), 1)


def test_the_names_of_a_policy_are_each_told_once_without_the_members() -> None:
    assert names_in(f"members, @a{AMONG}@b @a,@c") == ("@a", "@b", "@c")


def crowd() -> tuple[Actor, ...]:
    """More people than anybody would look up."""
    return tuple(unknown(f"p{number}") for number in range(LARGEST + 1))


def unknown(person: str) -> Actor:
    return actor(person, is_guest=None, is_external=None, is_bot=None, is_deactivated=None)


def test_hard_case_47_in_a_large_place_nobody_is_listed_but_the_approvers() -> None:
    people = electorate(voting(policy=Policy()), place(members=(*crowd(), ACTORS["bot"])), {})

    assert (people.voters, people.members, people.excluded) == ((), LARGEST + 1, 1)
    assert len(people.approvers) == LARGEST + 1


@pytest.mark.parametrize("named", ["@crowd", f"members{AMONG}@crowd", "members @crowd"])
def test_a_large_list_of_whom_the_policy_names_is_frozen_and_who_somebody_is_asked_at_the_click(named: str) -> None:
    here, policy = place(members=(*crowd(), ACTORS["bot"])), Policy(vote=VotePolicy(voters=named))
    people = electorate(voting(policy=policy), here, {"@crowd": Circle(people=(*crowd(), ACTORS["bot"]))})
    vote = voting(people.voters)

    assert (len(people.voters), people.members, people.excluded) == (LARGEST + 1, 0, 1)
    assert may("vote", actor("p7"), here, vote, people) == Allowed()
    assert may("vote", actor("p7", is_guest=True), here, vote, people) == ANSWERS["gu"]
    assert may("vote", actor("p7", is_member=False), here, vote, people) == ANSWERS["nm"]
    assert may("vote", actor("late"), here, vote, people) == ANSWERS["ne"]
    assert may("vote", actor("p7", is_guest=None), here, vote, people) == UNVERIFIED
    assert may("put_to_vote", actor("p7"), here, vote, people) == Allowed()
    assert may("put_to_vote", actor("p7", is_guest=True), here, vote, people) == ANSWERS["gu"]


def test_up_to_the_limit_an_unknown_member_is_no_voter() -> None:
    here = place(members=(actor("ann"), actor("odd", is_guest=None)))

    people = electorate(voting(policy=Policy()), here, {})

    assert (people.voters, people.excluded) == (("ann",), 1)


def test_without_a_list_the_electorate_but_for_the_asker_approves() -> None:
    people = electorate(voting(policy=Policy()), place(), {})

    assert people.approvers == ("member", "newcomer", "approver")


def test_at_the_highest_stakes_only_a_configured_list_approves() -> None:
    highest = Axes(stakes=3)
    without = start(opened(axes=highest))
    configured = start(opened(axes=highest, policy=POLICY))
    lower = start(opened(axes=Axes(stakes=2)))

    resolved = [electorate(each, place(), LEADS).approvers for each in (without, configured, lower)]

    assert resolved == [(), ("approver",), ("member", "newcomer", "approver")]


@pytest.mark.parametrize("directory", [{}, {"@leads": Circle(people=None)}, {"@leads": Circle(people=())}])
def test_a_list_of_approvers_that_is_empty_or_unknown_means_nobody(directory: Directory) -> None:
    assert electorate(voting(), place(), directory).approvers == ()


def test_of_several_names_of_approvers_those_that_are_known_count_once() -> None:
    policy = Policy(approval=ApprovalPolicy(approvers="@leads, @gone, @also"))
    also = Circle(people=(ACTORS["approver"], ACTORS["member"]))

    people = electorate(voting(policy=policy), place(), {**LEADS, "@also": also})

    assert people.approvers == ("approver", "member")
