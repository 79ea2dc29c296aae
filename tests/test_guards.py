"""Tests cannot reach another machine, and know nothing of the one they run on."""

import asyncio
import os
import socket

import pytest

from tests.conftest import OutsideCallError, is_loopback


def test_another_machine_cannot_be_connected_to(outside: list[str]) -> None:
    with socket.socket() as client, pytest.raises(OutsideCallError):
        client.connect(("192.0.2.1", 80))

    assert outside == ["192.0.2.1"]
    outside.clear()


def test_another_machine_cannot_be_looked_up(outside: list[str]) -> None:
    with pytest.raises(OutsideCallError):
        socket.create_connection(("models.example", 443))

    assert outside == ["models.example"]
    outside.clear()


async def test_a_coroutine_cannot_reach_another_machine_either(outside: list[str]) -> None:
    with pytest.raises(OutsideCallError):
        await asyncio.open_connection("192.0.2.1", 80)

    assert outside == ["192.0.2.1"]
    outside.clear()


def test_loopback_is_open() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server, socket.create_connection(server.getsockname()) as client:
        assert client.getpeername() == server.getsockname()


@pytest.mark.parametrize(
    ("host", "is_ours"),
    [("127.0.0.1", True), ("::1", True), (b"localhost", True), (None, True), ("10.0.0.1", False), ("example", False)],
)
def test_only_this_machine_is_loopback(host: object, is_ours: bool) -> None:  # noqa: FBT001 - a table's column
    assert is_loopback(host) is is_ours


def test_no_key_reaches_a_test() -> None:
    assert [name for name in os.environ if name.endswith("_API_KEY")] == []
