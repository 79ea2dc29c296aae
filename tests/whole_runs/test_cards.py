"""Whole decisions from the command line: what people see of each way that a panel can go."""
# ruff: noqa: RUF001 -- dashes and apostrophes as they are printed

import pytest
from inline_snapshot import snapshot

from tests.program import FRENCH_ROLES, Program, panel_of
from tests.voting_models import Vote
from tests.whole_runs.conftest import Ask

QUESTION = "Postgres or MySQL for billing?"
RED, OPTIMIST, DEVIL, NEUTRAL, USER = "risk_analyst", "optimist", "devils_advocate", "neutral_analyst", "user_advocate"
EVEN = (
    Vote("Postgres", (RED, DEVIL)),
    Vote("MySQL", (OPTIMIST, NEUTRAL)),
    Vote("SQLite", (USER,)),
)
TIED = ("decide", "Postgres, MySQL or SQLite for billing?", "--rule", "majority")


def test_two_sure_agents_are_a_quick_vote(program: Program, agents: Ask) -> None:
    scripted = agents(Vote("Postgres"))

    ended = program("decide", QUESTION)

    assert (ended.code, len(scripted.log)) == (0, 2)
    assert ended.card == snapshot("""\
Postgres · moderate · 2 of 2 agents
Postgres or MySQL for billing?
D-1 · asked by you
Why: risk_analyst prefers Postgres.
No agent was against it.
One agent would have to change its mind to unseat it · rule: majority · blind vote of two · 2 model
  families · agreement 1 (heads) and support 0.94 (confidence), both over 2 asked
Quick vote: only two agents were asked
2 model calls · cost unknown · not a probability of being right · record HASH
""")


def test_the_first_two_are_not_asked_again_by_the_full_panel(program: Program, agents: Ask) -> None:
    scripted = agents(Vote("MySQL", (OPTIMIST,)), Vote("Postgres"))

    ended = program("decide", QUESTION)

    assert (ended.code, sorted(scripted.asked("vote"))) == (0, sorted([RED, OPTIMIST, DEVIL, NEUTRAL, USER]))
    assert ended.card == snapshot("""\
Postgres · strong · 4 of 5 agents
Postgres or MySQL for billing?
D-1 · asked by you
Why: risk_analyst prefers Postgres.
Against, for MySQL (optimist): "optimist prefers MySQL." – what would change its mind: a test in
  which MySQL fails
2 agents would have to change their minds to unseat it · rule: majority · blind vote, no debate · 2
  model families · agreement 0.8 (heads) and support 0.724 (confidence), both over 5 asked
At least two thirds of the panel agree
5 model calls · cost unknown · not a probability of being right · record HASH
""")


def test_a_debate_settles_what_the_blind_vote_did_not(program: Program, agents: Ask) -> None:
    agents(*EVEN[:2], Vote("none_of_these", (USER,), kind="vote"), Vote("Postgres", (USER,)))

    ended = program("decide", QUESTION)

    assert ended.code == 0
    assert ended.card == snapshot("""\
Postgres · moderate · 3 of 5 agents
Postgres or MySQL for billing?
D-1 · asked by you
Why: risk_analyst prefers Postgres.
Against, for MySQL (optimist): "optimist prefers MySQL." – what would change its mind: a test in
  which MySQL fails
Against, for MySQL (neutral analyst): "neutral_analyst prefers MySQL." – what would change its mind:
  a test in which MySQL fails
One agent would have to change its mind to unseat it · rule: majority · after a debate · 2 model
  families · agreement 0.6 (heads) and support 0.546 (confidence), both over 5 asked
Fewer than two thirds of the panel agree
15 model calls · cost unknown · not a probability of being right · record HASH
""")


def test_a_deadlock_without_a_declared_order_is_put_to_the_moderator(program: Program, agents: Ask) -> None:
    scripted = agents(*EVEN, moderator=("MySQL", "MySQL"))

    ended = program(*TIED)

    assert (ended.code, len(scripted.asked("moderator"))) == (3, 2)
    assert ended.card == snapshot("""\
Tied 2 : 2 after a debate · proposal: MySQL, named by the moderator twice, in both orders
Postgres, MySQL or SQLite for billing?
D-1 · asked by you
Postgres (2 agents): risk_analyst prefers Postgres.
Against Postgres: devils_advocate doubts.
MySQL (2 agents): optimist prefers MySQL.
Against MySQL: risk_analyst doubts.
SQLite (1 agent): user_advocate prefers SQLite.
Other tied option: Postgres · Approvers: you · first answer counts · until WHEN ·
  then: ends without a decision
rule: majority · after a debate · 2 model families · asked as: "Postgres, MySQL or SQLite for
  billing?" (exact words)
Several options lead together
17 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot approve D-1   (approves MySQL)
  python -m bot vote D-1 "…"   (put it to a vote)
  python -m bot reject D-1 --because "…"
""")


def test_a_moderator_that_contradicts_itself_proposes_nothing(program: Program, agents: Ask) -> None:
    agents(*EVEN, moderator=("MySQL", "Postgres"))

    ended = program(*TIED)

    assert ended.code == 3
    assert ended.card == snapshot("""\
Your vote is needed · Tied 2 : 2 after a debate
Postgres, MySQL or SQLite for billing?
D-1 · asked by you
Postgres (2 agents): risk_analyst prefers Postgres.
MySQL (2 agents): optimist prefers MySQL.
SQLite (1 agent): user_advocate prefers SQLite.
The panel is tied · Voted: 0 of 1 person (1 needed) · more than half of the votes decides · open
  until WHEN · change your vote until then · no winner → a proposal to approve
rule: majority · after a debate · 2 model families
Several options lead together
The moderator did not name the same option twice, so it proposes nothing.
17 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot vote D-1 "Postgres"
  python -m bot vote D-1 "MySQL"
  python -m bot vote D-1 abstain
""")


def test_a_deadlock_with_a_declared_order_proposes_the_safer_option(program: Program, agents: Ask) -> None:
    scripted = agents(*EVEN)
    options = ("--option", "MySQL", "--option", "Postgres", "--option", "SQLite", "--safest-first")

    ended = program("decide", "Which database?", *options, "--rule", "majority")

    assert (ended.code, scripted.asked("moderator")) == (3, [])
    assert ended.card == snapshot("""\
Tied 2 : 2 after a debate · proposal: MySQL, the safer option as declared
Which database?
D-1 · asked by you
MySQL (2 agents): optimist prefers MySQL.
Against MySQL: devils_advocate doubts.
Postgres (2 agents): risk_analyst prefers Postgres.
Against Postgres: risk_analyst doubts.
SQLite (1 agent): user_advocate prefers SQLite.
Other tied option: Postgres · Approvers: you · first answer counts · until WHEN ·
  then: ends without a decision
rule: majority · after a debate · 2 model families · asked as: "Which database?" (exact words)
Several options lead together
15 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot approve D-1   (approves MySQL)
  python -m bot vote D-1 "…"   (put it to a vote)
  python -m bot reject D-1 --because "…"
""")


def test_a_weak_result_waits_for_people(program: Program, agents: Ask) -> None:
    agents(Vote("MySQL", (OPTIMIST,)), Vote("SQLite", (USER,)), Vote("Oracle", (NEUTRAL,)), Vote("Postgres"))

    ended = program("decide", "Postgres, MySQL, SQLite or Oracle?", "--rule", "majority")

    assert ended.code == 3
    assert ended.card == snapshot("""\
Your vote is needed · the panel leans to Postgres, weakly: 2 of 5, more than half needs 3
Postgres, MySQL, SQLite or Oracle?
D-1 · asked by you
Postgres (2 agents): risk_analyst prefers Postgres.
MySQL (1 agent): optimist prefers MySQL.
SQLite (1 agent): user_advocate prefers SQLite.
Oracle (1 agent): neutral_analyst prefers Oracle.
The panel's result is weak · Voted: 0 of 1 person (1 needed) · more than half of the votes decides ·
  open until WHEN · change your vote until then · no winner → a proposal to approve
rule: majority · after a debate · 2 model families · agreement 0.4 (heads) and support 0.372
  (confidence), both over 5 asked
No option has more than half of the panel
15 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot vote D-1 "Postgres"
  python -m bot vote D-1 "MySQL"
  python -m bot vote D-1 "SQLite"
  python -m bot vote D-1 "Oracle"
  python -m bot vote D-1 abstain
""")


def test_a_panel_without_quorum_calls_nobody(program: Program, agents: Ask) -> None:
    agents(Vote("Postgres"), faults=dict.fromkeys((OPTIMIST, NEUTRAL, USER), "empty"))

    ended = program("decide", QUESTION)

    assert ended.code == 4
    assert ended.card == snapshot("""\
No result: only 2 of 5 agents answered, 3 are needed
Postgres or MySQL for billing?
D-1 · asked by you
Postgres (2 agents): risk_analyst prefers Postgres.
MySQL (0 agents)
The ones that answered: Postgres 2 – not counted as a result. · nobody was called to vote · ends
  without a decision WHEN if nothing is chosen
rule: majority · blind vote, no debate · 1 model family
At least one agent did not answer
All agents are of one model family
Without a choice: neutral analyst (empty answer), optimist (empty answer), user advocate (empty answer)
5 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot decide "…"   (ask the panel again)
  python -m bot vote D-1 "…"   (put it to a vote)
  python -m bot cancel D-1
""")


def test_rejected_options_go_back_to_people(program: Program, agents: Ask) -> None:
    agents(Vote("none_of_these", (OPTIMIST, USER)), Vote("Postgres"))

    ended = program("decide", QUESTION)

    assert ended.code == 3
    assert ended.card == snapshot("""\
Your vote is needed · No result: 2 of 5 agents find none of the options good
Postgres or MySQL for billing?
D-1 · asked by you
Postgres (3 agents): risk_analyst prefers Postgres.
MySQL (0 agents)
The agents find none of the options good · Voted: 0 of 1 person (1 needed) · more than half of the
  votes decides · open until WHEN · change your vote until then · no winner → a
  proposal to approve
rule: majority · blind vote, no debate · 2 model families
Agents find none of the options good: people decide
Without a choice: optimist (none of these), user advocate (none of these)
5 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot vote D-1 "Postgres"
  python -m bot vote D-1 "MySQL"
  python -m bot vote D-1 abstain
""")


def test_a_fact_is_not_needed(program: Program, agents: Ask) -> None:
    agents(Vote("yes", axes=(0, 1, 0)))

    ended = program("decide", "Does CI use Python 3.12?")

    assert ended.code == 5
    assert ended.card == snapshot("""\
Looks like a fact, not a judgement
Does CI use Python 3.12?
D-1 · asked by you
Somebody can look it up (uncertainty 0 of 3, stakes 1, plurality 0; both agents say so).
Nothing was spent beyond these two ballots.
2 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot run D-1   (ask the panel anyway)
""")


def test_a_spent_budget_closes_the_panel_on_what_it_has(program: Program, agents: Ask) -> None:
    scripted = agents(Vote("MySQL", (OPTIMIST,)), Vote("Postgres"))

    ended = program("decide", QUESTION, "--budget", "0.09")

    assert (ended.code, len(scripted.log)) == (4, 2)
    assert ended.card == snapshot("""\
No result: the budget ended the panel after 2 ballots, 3 are needed
Postgres or MySQL for billing?
D-1 · asked by you
Postgres (1 agent): risk_analyst prefers Postgres.
MySQL (1 agent): optimist prefers MySQL.
The ones that answered: Postgres 1, MySQL 1 – not counted as a result. · nobody was called to vote ·
  ends without a decision WHEN if nothing is chosen
rule: majority · blind vote, no debate · 2 model families
The budget ended the deliberation early
2 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot decide "…"   (ask the panel again)
  python -m bot vote D-1 "…"   (put it to a vote)
  python -m bot cancel D-1
""")


def test_a_french_question_is_answered_in_french(program: Program, agents: Ask) -> None:
    scripted = agents(Vote("MySQL", (OPTIMIST,)), Vote("Postgres"))
    (program.folder / "consensus.toml").write_text(panel_of(FRENCH_ROLES), encoding="utf-8")

    ended = program("decide", "Postgres ou MySQL pour la facturation ?", "--explain")

    assert ended.code == 0
    assert all("Options (identifiant" in said.prompt for said in scripted.log)
    assert ended.card == snapshot("""\
Postgres · fort · 4 agents sur 5
Postgres ou MySQL pour la facturation ?
D-1 · demandé par vous
Pourquoi\xa0: risk_analyst prefers Postgres.
Contre, pour MySQL (optimiste)\xa0: «\xa0optimist prefers MySQL.\xa0» – ce qui le ferait changer d’avis\xa0: a
  test in which MySQL fails
2 agents devraient changer d’avis pour la renverser · règle\xa0: majorité · vote à l’aveugle, sans
  débat · 2 familles de modèles · accord 0.8 (têtes) et appui 0.724 (confiance), tous deux sur 5
  agents interrogés
Au moins deux tiers du panel sont d’accord
5 appels de modèles · coût inconnu · pas une probabilité d’avoir raison · registre HASH

Qualifiée par les deux bulletins rapides, la note la plus haute compte\xa0: incertitude 1, enjeu 1,
  pluralité 1 → deux agents d’abord, davantage seulement s’ils divergent ou hésitent
Règle\xa0: majorité, choisie d’après la question · les personnes décident ce que le panel ne peut
  trancher
- analyste des risques (openai/m, température 0.2)\xa0: Quels sont les risques ?
- optimiste (openai/n, température 0.7)\xa0: Quels sont les gains potentiels ?
- avocat du diable (openai/m, température 0.5)\xa0: Pourquoi cette option échouerait-elle ?
- analyste neutre (openai/n, température 0.3)\xa0: Évaluez objectivement chaque option.
- porte-parole des utilisateurs (openai/m, température 0.4)\xa0: Qu'est-ce qui sert ceux qui vivront
  avec ce choix ?
Accord 80\xa0% et appui 72\xa0% sur 5 interrogés\xa0; 5 bulletins avec un choix
Parmi toutes les paires de bulletins, 60\xa0% concordent
Si les votants étaient indépendants, ce que des agents ne sont pas\xa0: intervalle à 95\xa0% de 38\xa0% à
  96\xa0% de la part
""")


def test_dangerous_stakes_are_for_people(program: Program, agents: Ask) -> None:
    agents(Vote("Postgres"))

    ended = program("decide", QUESTION, "--stakes", "high")

    assert ended.code == 3
    assert ended.card == snapshot("""\
Your vote is needed · The panel's view, as advice: Postgres · strong · 5 of 5 agents
Postgres or MySQL for billing?
D-1 · asked by you
Postgres (5 agents): risk_analyst prefers Postgres.
MySQL (0 agents)
The stakes are the highest, so people decide · Voted: 0 of 1 person (1 needed) · two thirds of the
  votes decide, as the rule is supermajority · open until WHEN · change your vote
  until then · no winner → a proposal to approve
3 agents would have to change their minds to unseat it · rule: supermajority · blind vote, no debate
  · 2 model families · agreement 1 (heads) and support 0.91 (confidence), both over 5 asked
At least two thirds of the panel agree
5 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot vote D-1 "Postgres"
  python -m bot vote D-1 "MySQL"
  python -m bot vote D-1 abstain
""")


def test_a_question_about_a_person_is_for_people(program: Program, agents: Ask) -> None:
    agents(Vote("yes", about_person=True))

    ended = program("decide", "Should Robin lead the team?")

    assert ended.code == 3
    assert ended.card == snapshot("""\
Your vote is needed · The panel's view, as advice: yes · moderate · 2 of 2 agents
Should Robin lead the team?
D-1 · asked by you
yes (2 agents): risk_analyst prefers yes.
no (0 agents)
The question is about a person, so people decide · Voted: 0 of 1 person (1 needed) · more than half
  of the votes decides · open until WHEN · change your vote until then · no winner →
  a proposal to approve
One agent would have to change its mind to unseat it · rule: majority · blind vote of two · 2 model
  families · agreement 1 (heads) and support 0.94 (confidence), both over 2 asked
Quick vote: only two agents were asked
The question is about a person: people decide, the panel's view is advice.
2 model calls · cost unknown · not a probability of being right · record HASH
What you can do:
  python -m bot vote D-1 "yes"
  python -m bot vote D-1 "no"
  python -m bot vote D-1 abstain
""")


@pytest.mark.parametrize("flags", [("--lang", "en"), ("--debate", "off")])
def test_a_whole_record_is_counted_again(program: Program, agents: Ask, flags: tuple[str, ...]) -> None:
    agents(*EVEN, moderator=("MySQL", "MySQL"))
    program(*TIED, *flags)

    ended = program("verify")

    assert (ended.code, ended.err) == (0, "")
    assert ended.out.startswith("D-1: whole · ")
