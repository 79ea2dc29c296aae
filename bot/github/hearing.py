"""What was said to us on GitHub, as it is understood: the first request of some words, or what an edit may change."""

import re
from typing import Final, NamedTuple

from bot.github.site import Site
from bot.spoken import Ask, Command, Form, Link, Unknown, Vote
from bot.verbs import parse_command
from consensus.errors import RequestError
from integrations.github.incoming import Spoken
from integrations.github.lines import Commands, commands_in

_EMPTY_LINE: Final = re.compile(r"\n[ \t]*\n")


class Heard(NamedTuple):
    """A request; an error is one that could not be understood."""

    said: Spoken
    command: Command | RequestError
    others: tuple[str, ...]
    """The further requests in the same words."""


def concerns_us(site: Site, said: Spoken) -> bool:
    """Whether there is a request in the words, or something that may be meant as one."""
    found = _found(site, said.body)
    return bool(found.requests) or (found.in_code and said.edited_from is None)


def is_in_code(site: Site, said: Spoken) -> bool:
    """Whether the only request stands in code, where it asks nothing."""
    return said.edited_from is None and _found(site, said.body).in_code


def is_mending(site: Site, said: Spoken) -> bool:
    """Whether an edit turns what was not understood into a question, which counts once for the same words."""
    if said.edited_from is None:
        return False
    found = heard(site, said)
    return found is not None and isinstance(found.command, Ask | Form)


def heard(site: Site, said: Spoken) -> Heard | None:
    """The first request; of an edit only what an edit may do, and only by who wrote it."""
    found = _found(site, said.body)
    if not found.requests or said.is_edited_by_another:
        return None
    command = _understood(found.requests[0])
    if said.edited_from is not None and not _may_be_edited(site, said.edited_from, command):
        return None
    return Heard(said, command, found.requests[1:])


def is_open_to_all(heard: Heard) -> bool:
    """What people without write access are heard about: their own vote, a link of accounts, what they opened."""
    match heard.command:
        case Vote(choice=choice, abstains=abstains):
            return choice is not None or abstains
        case Link(to=code):
            return code is not None
        case Ask() | Form():
            return heard.said.opener == heard.said.sender.id
    return False


def _may_be_edited(site: Site, before: str, command: Command | RequestError) -> bool:
    """A vote is read again; a request that was not understood may be mended; nothing else is done by an edit."""
    found = _found(site, before)
    if not found.requests:
        return False
    old = _understood(found.requests[0])
    if isinstance(old, Vote) and isinstance(command, Vote):
        return old != command and (command.choice is not None or command.abstains)
    return isinstance(old, RequestError | Unknown) and isinstance(command, Ask | Form)


def _understood(request: str) -> Command | RequestError:
    """What stands below an empty line is no question to a request that asks none: it is a signature, or thanks."""
    first = _parsed(_EMPTY_LINE.split(request, maxsplit=1)[0])
    return first if isinstance(first, Form) and "option" not in first.flags else _parsed(request)


def _parsed(request: str) -> Command | RequestError:
    try:
        return parse_command(request)
    except RequestError as error:
        return error


def _found(site: Site, body: str) -> Commands:
    return commands_in(body, site.own.slug)
