"""What GitHub's REST interface says of an issue or a pull request: the fields that we read, the rest passed over."""

from pydantic import Field

from integrations.github.wire import Commit, Text, User, Wire, Words


class Issue(Wire):
    """An issue; every pull request is one, too."""

    number: int
    title: Text = ""
    body: Text | None = None
    user: User | None = None
    state: Text = ""
    pull_request: object = None


class Pull(Wire):
    head: Commit
    base: Commit
    user: User | None = None
    changed_files: int = 0


class Review(Words):
    state: Text = ""


class File(Wire):
    """A changed file; binary and very large ones come without a patch."""

    filename: Text
    previous_filename: Text = ""
    status: Text = ""
    additions: int = 0
    deletions: int = 0
    patch: Text | None = None


class Comparison(Wire):
    """Between two commits; GitHub lists no more than 300 files."""

    files: list[File] = Field(default_factory=list)


class Content(Wire):
    """A file of the repository; a large one comes without its text."""

    content: Text = ""
    encoding: Text = ""
