"""Persons are called by their names where they have one, and by what they are called elsewhere where they have none."""

import sqlite3
from contextlib import closing
from pathlib import Path

from integrations.store.store import Store


async def test_persons_are_named_where_they_are_known(store: Store) -> None:
    ann = await store.person("slack", "T1:U1")
    await store.person("github", "7")

    assert await store.names("slack", [ann, "nobody"]) == {ann: "T1:U1"}
    assert await store.names("github", [ann]) == {}


async def test_who_has_no_name_in_a_place_is_called_as_elsewhere(store: Store) -> None:
    ann = await store.person("slack", "T1:U1")
    bob = await store.person("github", "7", "bob")

    assert await store.labels([ann, bob, "nobody"]) == {ann: "T1:U1", bob: "bob"}


async def test_of_two_accounts_the_one_that_people_can_read_is_shown(store: Store) -> None:
    ann = await store.person("slack", "T1:U1")
    await store.person("github", "7", "ann")
    await store.link(await store.issue_code(ann, 2**60), "github", "7")

    assert await store.labels([ann]) == {ann: "ann"}


async def test_an_account_that_is_renamed_is_called_so_from_then_on(store: Store) -> None:
    first = await store.person("github", "7", "bob")
    renamed = await store.person("github", "7", "robert")
    unsaid = await store.person("github", "7")

    assert first == renamed == unsaid
    assert await store.labels([first]) == {first: "robert"}


async def test_a_person_whose_identity_was_erased_has_no_name(store: Store, path: Path) -> None:
    bob = await store.person("github", "7", "bob")
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("DELETE FROM identity")

    assert (await store.names("github", [bob]), await store.labels([bob])) == ({}, {})
