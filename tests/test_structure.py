"""The house keeps its shape: small files, small functions, an exact core, and a sentence for every error."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from consensus import errors

ROOT = Path(__file__).parent.parent
SOURCES = sorted(path for room in ("bot", "consensus", "integrations") for path in (ROOT / room).rglob("*.py"))
TREES = {path.relative_to(ROOT).as_posix(): ast.parse(path.read_bytes()) for path in SOURCES}
MOST_LINES = 250
LONGEST_FUNCTION = 40
DIVIDES_FRACTIONS = {"consensus/voting/statistics.py"}
WITH_KEYS = {
    name
    for name, member in vars(errors).items()
    if isinstance(member, type) and issubclass(member, errors.ConsensusError) and name != "AgentUnavailableError"
}
"""The errors whose first argument names a sentence; an agent's failure names a cause instead."""


def places(*rooms: str) -> Iterator[tuple[str, ast.AST]]:
    """Each node of the files in these rooms, with where it stands."""
    for name, tree in TREES.items():
        if name.split("/")[0] in rooms:
            for node in ast.walk(tree):
                yield f"{name}:{getattr(node, 'lineno', 0)}", node


def test_no_file_is_long() -> None:
    lengths = {name: len((ROOT / name).read_text(encoding="utf-8").splitlines()) for name in TREES}

    assert {name: lines for name, lines in lengths.items() if lines > MOST_LINES} == {}


def test_no_function_is_long() -> None:
    functions = {
        f"{place} {node.name}": (node.end_lineno or node.lineno) - node.lineno + 1
        for place, node in places("bot", "consensus", "integrations")
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    }

    assert {name: lines for name, lines in functions.items() if lines > LONGEST_FUNCTION} == {}


@pytest.mark.parametrize("name", [name for name, tree in TREES.items() if tree.body])
def test_a_file_says_in_one_sentence_what_it_is(name: str) -> None:
    first = " ".join((ast.get_docstring(TREES[name]) or "").partition("\n\n")[0].split())

    assert (ROOT / name).read_text(encoding="utf-8").startswith('"""')
    assert first.endswith((".", "!", "?", ":"))
    assert re.search(r"[.!?] [A-Z]", first) is None


def is_float(node: ast.AST) -> bool:
    """A float literal, a call of float, or float as a type."""
    match node:
        case ast.Constant(value=float()) | ast.Call(func=ast.Name(id="float")):
            return True
        case ast.arg(annotation=ast.Name(id="float")) | ast.AnnAssign(annotation=ast.Name(id="float")):
            return True
        case ast.FunctionDef(returns=ast.Name(id="float")):
            return True
    return False


def test_consensus_counts_without_floats() -> None:
    assert [place for place, node in places("consensus") if is_float(node)] == []


def test_consensus_divides_only_fractions() -> None:
    divisions = [
        place
        for place, node in places("consensus")
        if isinstance(node, ast.BinOp | ast.AugAssign) and isinstance(node.op, ast.Div)
    ]

    assert [place for place in divisions if place.split(":")[0] not in DIVIDES_FRACTIONS] == []


def is_error_of_ours(node: ast.AST) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in WITH_KEYS


def passing_on(tree: ast.AST) -> dict[str, int]:
    """The functions that raise an error of ours with a key they were given, and its place among their arguments."""
    return {
        function.name: [argument.arg for argument in function.args.args].index("key")
        for function in ast.walk(tree)
        if isinstance(function, ast.FunctionDef)
        and any(argument.arg == "key" for argument in function.args.args)
        and any(is_error_of_ours(node) for node in ast.walk(function))
    }


def made_in(tree: ast.AST) -> Iterator[tuple[str, ast.Call]]:
    """Each key that an error of ours is made with in this file, and the call that does it."""
    places = passing_on(tree) | dict.fromkeys(WITH_KEYS, 0)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and (place := places.get(ast.unparse(call.func))) is not None:
            key = call.args[place]
            if isinstance(key, ast.Constant) and isinstance(key.value, str):
                yield key.value, call


def keys_in(tree: ast.AST) -> set[str]:
    return {key for key, _ in made_in(tree)}


def test_keys_are_found_directly_and_behind_a_function_that_passes_them_on() -> None:
    tree = ast.parse("""
def require(holds, key, **params):
    if not holds:
        raise QuestionError(key, **params)

require(True, "passed-on", at=1)
raise ConfigurationError("direct", path="x")
raise ValueError("not-ours")
""")

    assert keys_in(tree) == {"passed-on", "direct"}


def test_every_error_carries_what_its_sentence_says() -> None:
    catalogue = "\n".join(topic.read_text(encoding="utf-8") for topic in (ROOT / "bot" / "texts" / "en").glob("*.ftl"))
    entries = (entry.partition(" =") for entry in re.split(r"^(?=[a-z][a-z0-9-]* =)", catalogue, flags=re.MULTILINE))
    variables = {key: set(re.findall(r"\{ \$(\w+)", sentence)) for key, _, sentence in entries}

    lacking = {
        f"{name}:{call.lineno}": missing
        for name, tree in TREES.items()
        for key, call in made_in(tree)
        if all(given.arg for given in call.keywords)
        and (missing := variables[key] - {given.arg for given in call.keywords})
    }

    assert variables["list-unknown-state"] == {"state", "nearest", "known"}
    assert lacking == {}


@pytest.mark.parametrize("language", ["en", "fr"])
def test_every_error_has_its_sentence(language: str) -> None:
    topics = (ROOT / "bot" / "texts" / language).glob("*.ftl")
    catalogue = "\n".join(topic.read_text(encoding="utf-8") for topic in topics)
    sentences = set(re.findall(r"^([a-z][a-z0-9-]*) =", catalogue, re.MULTILINE))

    keys = {name: keys_in(tree) for name, tree in TREES.items()}

    assert any(keys.values())
    assert {name: found - sentences for name, found in keys.items() if found - sentences} == {}
