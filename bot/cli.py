"""The command line: what can be typed, what it does, and the exit code of every end."""

import argparse
import logging
import os
import sys
from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from bot.flags import FLAGS, Flag, read_value
from bot.nearest import nearest
from bot.texts import Say, catalogue
from consensus.errors import ConfigurationError, ConsensusError, RequestError

OK, FAULT, WRONG, STOPPED = 0, 1, 2, 130
PROGRAM = "python -m bot"
Argument = tuple[tuple[str, ...], dict[str, Any]]

_ID: Argument = (("id",), {"metavar": "ID"})
_JSON: Argument = (("--json",), {"action": "store_true"})
_BECAUSE: Argument = (("--because",), {"default": "", "metavar": "REASON"})
COMMANDS: Mapping[str, tuple[Argument, ...]] = {
    "decide": ((("question",), {"nargs": "*", "metavar": "QUESTION"}),),
    "resume": (_ID, _JSON),
    "show": (_ID, _JSON),
    "list": ((("state",), {"nargs": "?", "metavar": "STATE"}), (("--limit",), {"type": int, "default": 20}), _JSON),
    "search": ((("words",), {"nargs": "+", "metavar": "WORDS"}), (("--limit",), {"type": int, "default": 20}), _JSON),
    "vote": (_ID, (("choice",), {"metavar": "OPTION"}), _BECAUSE, _JSON),
    "approve": (_ID, _BECAUSE, _JSON),
    "reject": (_ID, _BECAUSE, _JSON),
    "run": (_ID, _JSON),
    "cancel": (_ID, _BECAUSE, _JSON),
    "tally": ((("file",), {"metavar": "FILE"}), (("--rule",), {"required": True})),
    "verify": ((("ids",), {"nargs": "*", "metavar": "ID"}),),
    "export": (_ID, (("--format",), {"choices": ("md", "json"), "default": "md"})),
    "migrate": (),
}
"""Every command with its arguments; those of `decide` are followed by the shared flags."""
LOOK_UPS = frozenset({"show", "list", "search", "verify", "export"})
logger = logging.getLogger(__name__)


class Parser(argparse.ArgumentParser):
    """Refuses with one sentence of ours instead of a page of usage."""

    def error(self, message: str) -> NoReturn:
        raise RequestError("usage", what=message, program=self.prog)


def main(argv: Sequence[str] | None = None, env: Mapping[str, str] = os.environ) -> int:
    """Runs one command and gives its exit code; every refusal is one sentence on stderr."""
    logging.basicConfig(level=logging.CRITICAL)  # what happened stands in the record, what went wrong in one sentence
    say = catalogue("fr" if env.get("LC_ALL", env.get("LANG", "")).lower().startswith("fr") else "en")
    try:
        words = sys.argv[1:] if argv is None else argv
        _refuse(words)
        options, unknown = parser(say).parse_known_args(words)
        _refuse(words, unknown)
        return _run(options, env, say)
    except (RequestError, ConfigurationError) as error:
        return _tell(say.error(error), WRONG)
    except ConsensusError as error:
        return _tell(say.error(error), FAULT)
    except KeyboardInterrupt:
        return STOPPED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return OK
    except Exception:  # the boundary: whatever it is, people get a sentence and the log gets the rest
        logger.debug("unexpected", exc_info=True)
        return _tell(say("error-ours"), FAULT)


def _run(options: argparse.Namespace, env: Mapping[str, str], say: Say) -> int:
    """The command itself; imported only now, so that help and mistakes answer at once."""
    if options.command == "tally":
        from bot.terminal.tallying import tally

        return tally(options.file, options.rule)
    if options.command in LOOK_UPS:
        from bot.terminal import looking_up

        return looking_up.COMMANDS[options.command](options, env, say)
    from bot.terminal import running

    return running.COMMANDS[options.command](options, env, say)


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
    how: dict[str, Any] = {"type": lambda raw: read_value(flag, raw), "metavar": flag.kind.upper()}
    return {**how, "action": "append", "default": []} if flag.is_repeatable else how


def _refuse(words: Sequence[str], unknown: Sequence[str] = ()) -> None:
    """An unknown command or flag, with the one that was probably meant."""
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        raise RequestError("unknown-command", command=words[0], nearest=nearest(words[0], COMMANDS))
    if unknown and unknown[0].startswith("-"):
        name = unknown[0].lstrip("-").partition("=")[0]
        raise RequestError("unknown-flag", flag=name, nearest=nearest(name, [flag.name for flag in FLAGS]))
    if unknown:
        raise RequestError("usage-too-many", word=unknown[0])


def _tell(sentence: str, code: int) -> int:
    sys.stderr.write(sentence + "\n")
    return code
