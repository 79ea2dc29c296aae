"""The command line: what can be typed, what it does, and the exit code of every end."""

import argparse
import io
import logging
import os
import re
import sys
from collections.abc import Mapping, Sequence
from importlib import resources
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, get_args

from bot.flags import FLAGS, Flag, read_value
from bot.nearest import nearest
from bot.texts import Say, catalogue
from consensus.errors import ConfigurationError, ConsensusError, RequestError
from consensus.panel.agents import Language
from consensus.voting.rules import RuleName

if TYPE_CHECKING:
    from bot.app import OpenDesk

OK, FAULT, WRONG, STOPPED, TERMINATED = 0, 1, 2, 130, 143
PROGRAM = "python -m bot"
Argument = tuple[tuple[str, ...], dict[str, Any]]


def _reading(flag: Flag) -> dict[str, Any]:
    """Reads the value as the chat does, and refuses it with the same sentence."""
    return {"type": lambda raw: read_value(flag, raw)}


_ID: Argument = (("id",), {"metavar": "ID"})
_JSON: Argument = (("--json",), {"action": "store_true"})
_BECAUSE: Argument = (("--because",), {"default": "", "metavar": "REASON"})
_LIMIT: Argument = (("--limit",), {"default": 20, "metavar": "NUMBER", **_reading(Flag(name="limit", kind="number"))})
_MANIFESTS = {"slack": "manifest.yaml", "github": "manifest.json"}
_PLATFORM = Flag(name="platform", kind="choice", choices=tuple(_MANIFESTS))
_RULE = Flag(name="rule", kind="choice", choices=get_args(RuleName))
_FORMAT = Flag(name="format", kind="choice", choices=("md", "json"))
COMMANDS: Mapping[str, tuple[Argument, ...]] = {
    "decide": ((("question",), {"nargs": "*", "metavar": "QUESTION"}),),
    "resume": (_ID, _JSON),
    "show": (_ID, _JSON),
    "list": ((("state",), {"nargs": "?", "metavar": "STATE"}), _LIMIT, _JSON),
    "search": ((("words",), {"nargs": "+", "metavar": "WORDS"}), _LIMIT, _JSON),
    "vote": (_ID, (("choice",), {"metavar": "OPTION"}), _BECAUSE, _JSON),
    "approve": (_ID, _BECAUSE, _JSON),
    "reject": (_ID, _BECAUSE, _JSON),
    "run": (_ID, _JSON),
    "cancel": (_ID, _BECAUSE, _JSON),
    "tally": ((("file",), {"metavar": "FILE"}), (("--rule",), {"required": True, **_reading(_RULE)})),
    "verify": ((("ids",), {"nargs": "*", "metavar": "ID"}),),
    "export": (_ID, (("--format",), {"default": "md", **_reading(_FORMAT)})),
    "migrate": (),
    "serve": (),
    "doctor": (),
    "manifest": ((("platform",), {"metavar": "PLATFORM", **_reading(_PLATFORM)}),),
}
"""Every command with its arguments; those of `decide` are followed by the shared flags."""
LOOK_UPS = frozenset({"show", "list", "search", "verify", "export"})
LONE_BYTE = re.compile(r"[\ud800-\udfff]")
"""What Python makes of a byte on the command line that is no letter in its encoding."""
logger = logging.getLogger(__name__)


class Parser(argparse.ArgumentParser):
    """Refuses with one sentence of ours instead of a page of usage in English."""

    def error(self, message: str) -> NoReturn:
        subject, _, rest = message.partition(": ")
        if subject.startswith("argument --"):
            key = "flag-takes-no-value" if rest.startswith("ignored") else "flag-needs-value"
            raise RequestError(key, flag=subject.removeprefix("argument --"))
        raise RequestError("usage-missing", what=rest, program=self.prog)

    def exit(self, status: int = 0, message: str | None = None) -> NoReturn:
        """Only help ends here; a closed pipe is noticed while it can still be caught."""
        sys.stdout.flush()
        super().exit(status, message)


def main(
    argv: Sequence[str] | None = None, env: Mapping[str, str] = os.environ, *, open_desk: "OpenDesk | None" = None
) -> int:
    """Runs one command and gives its exit code; every refusal is one sentence on stderr."""
    logging.basicConfig(level=logging.CRITICAL)  # what happened stands in the record, what went wrong in one sentence
    say = catalogue(_language(env))
    _open_closed_streams()
    _take_any_encoding()
    try:
        words = sys.argv[1:] if argv is None else argv
        _refuse(words)
        options, unknown = parser(say).parse_known_args(words)
        _refuse_rest(options.command, unknown)
        code = _run(options, env, say, open_desk)
        sys.stdout.flush()
        return code  # noqa: TRY300 -- what is written last may break the pipe too
    except (RequestError, ConfigurationError) as error:
        return _tell(say.error(error), WRONG)
    except ConsensusError as error:
        return _tell(say.error(error), FAULT)
    except KeyboardInterrupt as stop:
        return _stopped(stop)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception:  # the boundary: whatever it is, people get a sentence and the log gets the rest
        logger.debug("unexpected", exc_info=True)
        return _tell(say("error-ours"), FAULT)


def _open_closed_streams() -> None:
    """A closed standard stream, as under cron, says nothing and takes everything."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, Path(os.devnull).open(mode, encoding="utf-8"))  # noqa: SIM115 -- open to the end


def _take_any_encoding() -> None:
    """A terminal that lacks a letter shows a question mark in its place; typed bytes that are no text become one."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _language(env: Mapping[str, str]) -> Language:
    """That of the locale: the first of its variables that says anything."""
    locale = next((env[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if env.get(name)), "")
    return "fr" if locale.lower().startswith("fr") else "en"


def _run(options: argparse.Namespace, env: Mapping[str, str], say: Say, open_desk: "OpenDesk | None") -> int:
    """The command itself; imported only now, so that help and mistakes answer at once."""
    if options.command == "tally":
        from bot.terminal.tallying import tally

        return tally(options.file, options.rule)
    if options.command == "manifest":
        manifest = resources.files(f"integrations.{options.platform}") / _MANIFESTS[options.platform]
        sys.stdout.write(manifest.read_text(encoding="utf-8"))
        return OK
    if options.command == "serve":
        from bot.serving import serve

        return serve(env, say, open_desk) if open_desk else serve(env, say)
    if options.command == "doctor":
        from bot.terminal.checking import doctor

        return doctor(options, env, say)
    if options.command in LOOK_UPS:
        from bot.terminal import looking_up

        return looking_up.COMMANDS[options.command](options, env, say)
    from bot.terminal import running

    around = running.Around(env, say, open_desk) if open_desk else running.Around(env, say)
    return running.COMMANDS[options.command](options, around)


def parser(say: Say) -> Parser:
    whole = Parser(prog=PROGRAM, description=say("about"), allow_abbrev=False)
    commands = whole.add_subparsers(dest="command", required=True, metavar="COMMAND")
    for name, arguments in COMMANDS.items():
        text = say(f"help-command-{name}")
        each = commands.add_parser(name, help=text, description=text, allow_abbrev=False)
        for names, settings in arguments:
            each.add_argument(*names, **settings, help=say(f"help-{names[0].lstrip('-')}"))
    for flag in FLAGS:
        how = _as_argument(flag)
        commands.choices["decide"].add_argument(f"--{flag.name}", **how, help=say(f"help-flag-{flag.name}"))
    return whole


def _as_argument(flag: Flag) -> dict[str, Any]:
    if flag.kind == "switch":
        return {"action": "store_true"}
    how = {**_reading(flag), "metavar": flag.kind.upper()}
    return {**how, "action": "append", "default": []} if flag.is_repeatable else how


def _refuse(words: Sequence[str]) -> None:
    """Bytes that are no text, and what stands where the command belongs, with the one that was probably meant."""
    if any(LONE_BYTE.search(word) for word in words):
        raise RequestError("usage-not-text")
    first = words[0] if words else ""
    if first.startswith("-") and first not in {"-h", "--help"}:
        raise RequestError("usage-flag-first", flag=first.partition("=")[0], program=PROGRAM)
    if first and first not in COMMANDS and not first.startswith("-"):
        raise RequestError("unknown-command", command=first, nearest=nearest(first, COMMANDS))


def _refuse_rest(command: str, unknown: Sequence[str]) -> None:
    """What the command does not know, with the flag that was probably meant."""
    first = unknown[0] if unknown else ""
    name = first.lstrip("-").partition("=")[0]
    if first.startswith("-") and command == "decide":
        raise RequestError("unknown-flag", flag=name, nearest=nearest(name, [flag.name for flag in FLAGS]))
    if first.startswith("-"):
        known = [names[0].lstrip("-") for names, _ in COMMANDS[command] if names[0].startswith("-")]
        raise RequestError("usage-unknown-flag", flag=name, nearest=nearest(name, [*known, "help"]))
    if first:
        raise RequestError("usage-too-many", word=first)


def _stopped(stop: KeyboardInterrupt) -> int:
    """As a shell counts: 128 and the number of the signal."""
    from bot.terminal.stopping import Terminated

    return TERMINATED if isinstance(stop, Terminated) else STOPPED


def _tell(sentence: str, code: int) -> int:
    sys.stderr.write(sentence + "\n")
    return code
