"""What people read: both catalogues hold the same keys and variables, and every enumeration has its words."""

import re
from typing import get_args

import pytest
from fluent.syntax import FluentParser, ast, visitor

from bot.flags import FLAGS
from bot.texts import TOPICS, catalogue, source
from consensus.errors import AgentUnavailableError, ConfigurationError
from consensus.events import DecidedBy, LastResort, OutcomeRecorded, PanelOutcome, Proposer, Stage
from consensus.panel.agents import Language
from consensus.voting.ballots import CAUSES
from consensus.voting.rules import RuleName
from consensus.voting.strength import Band

LANGUAGES: tuple[Language, ...] = get_args(Language)
CAPPING = [
    "seat_missing",
    "seat_carried",
    "fallback_model",
    "one_family",
    "unexplained_flip",
    "debate_failed",
    "budget",
    "context_cut",
    "rehearsal",
    "rules_disagree",
]
FORCING = ("injection_suspected", "options_rejected")
SHOWN = ("secrets_masked", "hidden_text", "schema_dropped", "temperature_dropped", "confidence_rescaled")
REASONS = [
    "two_thirds",
    "quick_vote",
    "below_two_thirds",
    "one_change_unseats",
    "one_family",
    "tied",
    "no_quorum",
    "heads_disagree",
    "zero_total",
    "no_majority",
    "below_supermajority",
]
STATUSES = [
    "deliberating",
    "decided",
    "awaiting_vote",
    "awaiting_approval",
    "no_quorum",
    "undecided",
    "not_needed",
    "cancelled",
]
REFUSAL = re.compile(r"(?:permission|vote|approve|reject|extend|cancel|run|limit|flag|bad|superseded|already)-")
WORDS: dict[str, tuple[str, ...]] = {
    "band": get_args(Band),
    "rule": ("auto", *get_args(RuleName)),
    "stage": get_args(Stage),
    "outcome": get_args(PanelOutcome),
    "status": tuple(STATUSES),
    "decided-by": get_args(DecidedBy),
    "proposed-by": get_args(Proposer),
    "approval-then": get_args(LastResort),
    "outcome-recorded": get_args(OutcomeRecorded.model_fields["outcome"].annotation),
    "cause": CAUSES,
    "reason": (*REASONS, *CAPPING),
    "degradation": (*CAPPING, *FORCING, *SHOWN),
}


class Variables(visitor.Visitor):
    """Collects the variables that a message names."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def visit_VariableReference(self, node: ast.VariableReference) -> None:  # noqa: N802 - the parser's name
        self.names.add(node.id.name)


def messages(lang: Language) -> list[ast.Message]:
    body = [FluentParser().parse(source(lang, topic).read_text(encoding="utf-8")).body for topic in TOPICS]
    return [entry for entries in body for entry in entries if isinstance(entry, ast.Message)]


def variables(lang: Language) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for message in messages(lang):
        seen = Variables()
        seen.visit(message)
        found[message.id.name] = seen.names
    return found


def test_both_catalogues_hold_the_same_keys_with_the_same_variables() -> None:
    english, french = variables("en"), variables("fr")

    assert english == french
    assert len(english) > 200


@pytest.mark.parametrize("lang", LANGUAGES)
def test_no_file_holds_a_line_that_fluent_cannot_read_or_a_key_twice(lang: Language) -> None:
    texts = [source(lang, topic).read_text(encoding="utf-8") for topic in TOPICS]
    junk = [entry for text in texts for entry in FluentParser().parse(text).body if isinstance(entry, ast.Junk)]
    names = [message.id.name for message in messages(lang)]

    assert junk == []
    assert sorted(names) == sorted(set(names))


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("count", [0, 1, 2, 1200])
def test_every_sentence_can_be_said(lang: Language, count: int) -> None:
    say = catalogue(lang)

    said = {key: say(key, **dict.fromkeys(names, count)) for key, names in variables(lang).items()}

    assert [key for key, text in said.items() if not text.strip() or "{" in text] == []


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("prefix", WORDS)
def test_every_value_of_an_enumeration_has_words(lang: Language, prefix: str) -> None:
    say = catalogue(lang)

    said = [say.enum(prefix, value) for value in WORDS[prefix]]

    assert all(said)
    assert not any("_" in text for text in said)


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_flag_has_its_help(lang: Language) -> None:
    say = catalogue(lang)

    said = {flag.name: say(f"help-flag-{flag.name}") for flag in FLAGS}

    assert all(said.values())


def test_an_unknown_key_is_an_error() -> None:
    say = catalogue("en")

    with pytest.raises(KeyError, match="no-such-key"):
        say("no-such-key")


def test_a_variable_that_was_not_given_is_an_error() -> None:
    say = catalogue("fr")

    with pytest.raises(KeyError, match="base-agents"):
        say("base-agents", k=4)


def test_underscores_of_an_enumeration_are_dashes_in_a_key() -> None:
    say = catalogue("en")

    assert say.enum("cause", "rate_limited") == "rate limited"
    assert say("cause-rate_limited") == say("cause-rate-limited")


def test_an_error_says_its_own_sentence() -> None:
    say = catalogue("en")

    missing = say.error(ConfigurationError("missing-key", model="openai/x", name="OPENAI_API_KEY"))
    silent = say.error(AgentUnavailableError("rate_limited"))

    assert missing.startswith("The model openai/x needs OPENAI_API_KEY")
    assert silent == "rate limited"


@pytest.mark.parametrize(
    ("lang", "count", "said"),
    [
        ("en", 1, "One agent would have to change its mind to unseat it"),
        ("en", 2, "2 agents would have to change their minds to unseat it"),
        ("fr", 1, "Un seul agent devrait changer d\u2019avis pour la renverser"),
        ("fr", 2, "2 agents devraient changer d\u2019avis pour la renverser"),
    ],
)
def test_a_number_takes_its_plural(lang: Language, count: int, said: str) -> None:
    assert catalogue(lang)("line-flips", count=count) == said


def test_what_people_wrote_stays_as_it_is() -> None:
    wrote = '{ $winner } "x" { -term } <!channel>'

    assert catalogue("en")("line-why", why=wrote) == f"Why: {wrote}"


def test_french_puts_a_space_that_does_not_break_before_its_high_marks() -> None:
    texts = [source("fr", topic).read_text(encoding="utf-8") for topic in TOPICS]
    sayings = [line for text in texts for line in text.splitlines() if not line.startswith("#")]

    breaking = [line for line in sayings if re.search(r"[^ ] [;:?!»](?: |$)|« ", line)]

    assert breaking == []


@pytest.mark.parametrize("lang", LANGUAGES)
def test_every_refusal_says_what_to_do_next(lang: Language) -> None:
    say = catalogue(lang)
    topics = [
        FluentParser().parse(source(lang, topic).read_text(encoding="utf-8")).body for topic in ("errors", "slack")
    ]
    refusals = {entry.id.name for body in topics for entry in body if isinstance(entry, ast.Message)}
    known = variables(lang)

    said = {key: say(key, **dict.fromkeys(known[key], 2)) for key in refusals if REFUSAL.match(key)}

    assert len(said) > 30
    assert {key: text for key, text in said.items() if not re.search(r"[:;] [\w`]", text)} == {}


def test_a_text_of_any_length_is_said_whole() -> None:
    why, needed = "w" * 5_000, "\ue000why\ue001"

    assert catalogue("en")("line-why", why=why) == f"Why: {why}"
    assert catalogue("en")("line-why", why=needed) == f"Why: {needed}"
