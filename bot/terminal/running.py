"""Runs the commands that need settings and the record: one event loop for each, everything closed in the end."""

import argparse
import asyncio
import getpass
import sys
import uuid
from collections.abc import Callable, Coroutine, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from bot import use_cases
from bot.app import OpenDesk, open_desk, open_store, require_database
from bot.casting import Said
from bot.opening import Plan, facts_of, words_of
from bot.roster import make_roster
from bot.settings import Settings, missing_keys, read_settings
from bot.terminal import opening
from bot.terminal.choosing import option_named
from bot.terminal.deciding import Seen, carry_through
from bot.terminal.stopping import Runs, stopped_by_sigterm
from bot.texts import Say
from bot.use_cases import Desk
from consensus.decision import Decision
from consensus.events import ContextTaken, ContextWords


@dataclass(frozen=True)
class Around:
    """What a command finds around it: the environment, the language of the terminal, and its desk."""

    env: Mapping[str, str]
    say: Say
    open_desk: OpenDesk = open_desk


Command = Callable[[argparse.Namespace, Around], int]
Act = Callable[[Desk, Decision, str], Coroutine[None, None, Decision]]
Context = tuple[ContextTaken, ContextWords]
NOTHING_LEFT: Context = (ContextTaken(sources=(), cut=False, missing=("file",)), ContextWords(sources=()))
"""Where a decision is taken up again before its file was read: the file is not there any more."""


def decide(options: argparse.Namespace, around: Around) -> int:
    """All that can be wrong with the request or the settings is found before the record is opened."""
    settings = read_settings(around.env, Path.cwd())
    for error in missing_keys(settings):
        raise error
    given = vars(options)
    question, typed = opening.question_of(given)
    taken = opening.profile_of(given, settings)
    context = opening.context_of(given["context"])
    characters = opening.characters_of(question, context)
    roster = asyncio.run(make_roster(settings, around.env, question.lang, characters=characters))
    if context:
        opening.may_read(settings, roster)
    with _desk(around, settings, context or NOTHING_LEFT) as (runner, desk):
        sys.stderr.writelines(f"{around.say(warning)}\n" for warning in roster.warnings)
        plan = Plan(
            question=question,
            profile=taken,
            roster=roster,
            asker=runner.run(person_at_keyboard(desk)),
            places=(opening.VIA,),
            via=opening.VIA,
            typed=typed,
            reads=context is not None,
            config_digest=settings.config_digest,
        )
        key = f"{opening.VIA}:{uuid.uuid4()}"
        decision = runner.run(use_cases.open_decision(desk, partial(facts_of, plan), words_of(plan), key))
        return _carry(runner, desk, decision, given, around.say)


def resume(options: argparse.Namespace, around: Around) -> int:
    return _act(options, around, _as_it_is)


def vote(options: argparse.Namespace, around: Around) -> int:
    """Opens a vote where none is, casts the vote, and closes it if it is a choice: the electorate is one."""

    async def act(desk: Desk, decision: Decision, person: str) -> Decision:
        said = Said(option_named(decision, options.choice), options.because, opening.VIA)
        return await use_cases.vote_and_close(desk, decision, person, said)

    return _act(options, around, act)


def approve(options: argparse.Namespace, around: Around) -> int:
    return _act(options, around, lambda *who: use_cases.approve(*who, reason=options.because, via=opening.VIA))


def reject(options: argparse.Namespace, around: Around) -> int:
    return _act(options, around, lambda *who: use_cases.reject(*who, reason=options.because, via=opening.VIA))


def cancel(options: argparse.Namespace, around: Around) -> int:
    return _act(options, around, lambda *who: use_cases.cancel(*who, reason=options.because, via=opening.VIA))


def run_anyway(options: argparse.Namespace, around: Around) -> int:
    return _act(options, around, lambda *who: use_cases.run_anyway(*who, via=opening.VIA))


def migrate(_: argparse.Namespace, around: Around) -> int:
    """Brings the tables of an older program up to date."""
    open_store(read_settings(around.env, Path.cwd()), migrate=True).close()
    sys.stdout.write(around.say("terminal-migrated") + "\n")
    return 0


async def person_at_keyboard(desk: Desk) -> str:
    return await desk.store.person(opening.VIA, getpass.getuser())


async def _as_it_is(_: Desk, decision: Decision, __: str) -> Decision:
    return decision


def _act(options: argparse.Namespace, around: Around, act: Act) -> int:
    """Does what a person wants with an existing decision, then takes it as far as it goes."""
    settings = read_settings(around.env, Path.cwd())
    require_database(settings)
    with _desk(around, settings, NOTHING_LEFT) as (runner, desk):
        decision = runner.run(desk.store.load(options.id))
        acted = runner.run(act(desk, decision, runner.run(person_at_keyboard(desk))))
        return _carry(runner, desk, acted, vars(options), around.say)


def _carry(runner: Runs, desk: Desk, decision: Decision, given: Mapping[str, object], say: Say) -> int:
    """To the end, or to where it waits; stopped from the keyboard it is parked, and can be taken up again."""
    is_terminal = sys.stdin.isatty() and sys.stdout.isatty()
    seen = Seen(
        as_json=bool(given["json"]),
        explain=bool(given.get("explain")),
        read=input if is_terminal and not given["json"] else None,
        live=sys.stderr.isatty() and not given["json"],
    )
    person = runner.run(person_at_keyboard(desk))
    try:
        return carry_through(runner, desk, decision, person, seen)
    except (KeyboardInterrupt, EOFError) as stop:
        ends_the_prompt = "\n" if seen.read else ""
        sys.stderr.write(ends_the_prompt + say("terminal-parked", id=decision.id) + "\n")
        raise stop if isinstance(stop, KeyboardInterrupt) else KeyboardInterrupt from None


@contextmanager
def _desk(around: Around, settings: Settings, context: Context) -> Iterator[tuple[Runs, Desk]]:
    async def gather(_: Decision) -> Context:
        return context

    with asyncio.Runner() as runner, stopped_by_sigterm(runner) as stoppable:
        opened = around.open_desk(settings, gather)
        desk = runner.run(opened.__aenter__())
        try:
            yield stoppable, desk
        finally:
            runner.run(opened.__aexit__(None, None, None))


COMMANDS: Mapping[str, Command] = {
    "decide": decide,
    "resume": resume,
    "vote": vote,
    "approve": approve,
    "reject": reject,
    "cancel": cancel,
    "run": run_anyway,
    "migrate": migrate,
}
