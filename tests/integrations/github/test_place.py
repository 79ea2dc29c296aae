"""A place on GitHub is written and read back, and nothing else is taken for one."""

import pytest

from integrations.github.place import LARGEST, Place, parse_place
from integrations.store.visible import room_of


@pytest.mark.parametrize("place", [Place(repo=7, number=12), Place(repo=LARGEST, number=LARGEST)])
def test_a_place_is_read_as_it_was_written(place: Place) -> None:
    assert parse_place(str(place)) == place


def test_the_room_of_a_place_is_its_repository() -> None:
    assert room_of(str(Place(repo=7, number=12))) == "github:7:"


@pytest.mark.parametrize(
    "text",
    ["", "slack:T1:C1:1.1", "github:7", "github:7:", "github:0:1", "github:7:-1", "github:7:1:2", "github:\u0667:1"],
)
def test_anything_else_is_no_place(text: str) -> None:
    with pytest.raises(ValueError, match=r"^.*$"):
        parse_place(text)


def test_a_number_that_sqlite_cannot_hold_is_none() -> None:
    with pytest.raises(ValueError, match="less than or equal"):
        parse_place(f"github:{LARGEST + 1}:1")
