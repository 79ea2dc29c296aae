"""What holds for every test: no network but loopback, nothing of this machine, the same examples in each run."""

import asyncio
import os
import re
import signal
import socket
from collections.abc import Callable, Iterator, Mapping
from ipaddress import ip_address
from typing import Any, TypeVar

import pytest
from hypothesis import settings

from tests.virtual_time import VirtualTimeLoop

SETTINGS = re.compile(
    r".*_API_KEY|.*_API_BASE|.*_BASE_URL|(HTTPS?|ALL)_PROXY|SLACK_.*|GITHUB_.*|METRICS_PORT"
    r"|CONSENSUS_CONFIG|DATABASE_URL|HOST|PORT|LANG|LC_.*|LANGUAGE",
    re.IGNORECASE,
)
calls_outside: list[str] = []

Host = str | bytes | None
Address = tuple[Any, ...]
Result = TypeVar("Result")


class OutsideCallError(RuntimeError):
    """A test reached for another machine."""


def is_loopback(host: object) -> bool:
    """Whether a host is this machine; a name other than localhost is not, for looking it up is a call already."""
    if isinstance(host, bytes):
        host = host.decode()
    if host in (None, "", "localhost"):
        return True
    try:
        return ip_address(str(host)).is_loopback
    except ValueError:
        return False


Connect = Callable[[socket.socket, Address], Result]


def guarded_connect(real: Connect[Result]) -> Connect[Result]:
    def connect(self: socket.socket, address: Address) -> Result:
        if self.family in {socket.AF_INET, socket.AF_INET6}:
            require_loopback(address[0])
        return real(self, address)

    return connect


def guarded_lookup(real: Callable[..., Result]) -> Callable[..., Result]:
    def lookup(host: Host, *args: object, **kwargs: object) -> Result:
        require_loopback(host)
        return real(host, *args, **kwargs)

    return lookup


def require_loopback(host: object) -> None:
    if not is_loopback(host):
        calls_outside.append(str(host))
        raise OutsideCallError(host)


def pytest_configure(config: pytest.Config) -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:  # a shell's background job; programs under test inherit it
        signal.signal(signal.SIGINT, signal.default_int_handler)
    config.addinivalue_line("markers", "virtual_time: run this coroutine on a clock that jumps to the next timer")
    settings.register_profile("repeatable", derandomize=True, deadline=None, database=None)
    settings.load_profile("repeatable")
    patch = pytest.MonkeyPatch()
    config.add_cleanup(patch.undo)
    patch.setattr(socket.socket, "connect", guarded_connect(socket.socket.connect))
    patch.setattr(socket.socket, "connect_ex", guarded_connect(socket.socket.connect_ex))
    patch.setattr(socket, "getaddrinfo", guarded_lookup(socket.getaddrinfo))
    for name in filter(SETTINGS.fullmatch, list(os.environ)):
        patch.delenv(name)
    patch.setenv("LITELLM_LOCAL_MODEL_COST_MAP", "True")


def pytest_asyncio_loop_factories(item: pytest.Item) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    if item.get_closest_marker("virtual_time"):
        return {"virtual": VirtualTimeLoop}
    return {"real": asyncio.new_event_loop}


@pytest.fixture(autouse=True)
def outside() -> Iterator[list[str]]:
    """The hosts that a test reached for; a code that swallows the refusal fails here all the same."""
    calls_outside.clear()
    yield calls_outside
    assert not calls_outside
