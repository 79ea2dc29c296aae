"""`show`, `list`, `search`, `verify` and `export`: what the record says, without asking anybody anything."""

import argparse
import asyncio
import getpass
import json
import sys
from collections.abc import Callable, Coroutine, Mapping, Sequence
from pathlib import Path
from typing import get_args

from bot.app import open_store, require_database
from bot.export import as_json, as_markdown
from bot.nearest import nearest
from bot.settings import read_settings
from bot.terminal.deciding import Seen
from bot.terminal.deciding import show as show_decision
from bot.terminal.speaker import TerminalSpeaker, moment
from bot.texts import Say, catalogue
from consensus.errors import BrokenRecordError, RequestError
from consensus.recount import recount
from consensus.status import Status
from consensus.text import one_line
from consensus.voting.strength import Band
from integrations.store.lookup import Row
from integrations.store.store import Store

BROKEN = 1
VIA = "terminal"
STATES = ("open", "ended", *get_args(Band), *get_args(Status))
Look = Callable[[Store], Coroutine[None, None, int]]


def show(options: argparse.Namespace, env: Mapping[str, str], say: Say) -> int:
    async def look(store: Store) -> int:
        decision = await store.load(options.id)
        names = {await store.person(VIA, getpass.getuser()): say("terminal-you")}
        show_decision(decision, names, Seen(as_json=options.json))
        return 0

    return _look(env, look)


def list_(options: argparse.Namespace, env: Mapping[str, str], say: Say) -> int:
    state = None if options.state is None else options.state.lower().replace("-", "_")
    if state is not None and state not in STATES:
        near, known = nearest(state, STATES), ", ".join(STATES)
        raise RequestError("list-unknown-state", state=options.state, nearest=near, known=known)

    async def look(store: Store) -> int:
        _print_rows(await store.listing(state, limit=options.limit), say, as_json=options.json)
        return 0

    return _look(env, look)


def search(options: argparse.Namespace, env: Mapping[str, str], say: Say) -> int:
    async def look(store: Store) -> int:
        _print_rows(await store.search(" ".join(options.words), options.limit), say, as_json=options.json)
        return 0

    return _look(env, look)


def export(options: argparse.Namespace, env: Mapping[str, str], _: Say) -> int:
    async def look(store: Store) -> int:
        decision = await store.load(options.id)
        speaker = TerminalSpeaker(catalogue(decision.opened.lang), {})
        sys.stdout.write(as_json(decision) + "\n" if options.format == "json" else as_markdown(decision, speaker))
        return 0

    return _look(env, look)


def verify(options: argparse.Namespace, env: Mapping[str, str], say: Say) -> int:
    """Chain, fold, recount and projection of each decision; 1 if any is broken, with its first bad row."""

    async def look(store: Store) -> int:
        ids = options.ids or await store.ids()
        if not ids:
            sys.stderr.write(say("terminal-nothing-to-verify") + "\n")
        return max([await _verified(store, each, say) for each in ids], default=0)

    return _look(env, look)


async def _verified(store: Store, decision_id: str, say: Say) -> int:
    try:
        decision = recount(await store.raw_events(decision_id))
        await store.verify(decision_id)
    except BrokenRecordError as error:
        sys.stdout.write(say("verify-broken", id=decision_id, why=say.error(error)) + "\n")
        return BROKEN
    sys.stdout.write(say("verify-whole", id=decision_id, events=decision.seq, hash=decision.head) + "\n")
    return 0


def _look(env: Mapping[str, str], look: Look) -> int:
    """Opens the record, looks, and closes it; models and their libraries stay out of it."""
    settings = read_settings(env, Path.cwd())
    require_database(settings)
    store = open_store(settings)
    try:
        return asyncio.run(look(store))
    finally:
        store.close()


def _print_rows(rows: Sequence[Row], say: Say, *, as_json: bool) -> None:
    """The decisions found, newest first, one a line."""
    if as_json:
        found = [row.model_dump(mode="json") for row in rows]
        sys.stdout.write(json.dumps(found, ensure_ascii=False, indent=2) + "\n")
        return
    for row in rows:
        result = row.winner or say.enum("status", row.status)
        band = say.enum("band", row.band) if row.band else ""
        parts = (row.id, moment(row.opened_at), result, band, row.question)
        sys.stdout.write(" · ".join(one_line(part) for part in parts if part) + "\n")
    if not rows:
        sys.stderr.write(say("terminal-nothing-found") + "\n")


COMMANDS = {"show": show, "list": list_, "search": search, "export": export, "verify": verify}
