"""The routes of the fake GitHub that are about accounts: the App, its installations and tokens, deliveries, people."""

from datetime import UTC, datetime

from tests.github_routes import Given, RefusedError, Reply
from tests.github_world import APP_ID, PERMISSIONS, SLUG, Installation

RANKS = {"read": 1, "write": 2}


def app(given: Given) -> Reply:
    facts = {"id": APP_ID, "slug": SLUG, "name": "Consensus", "permissions": PERMISSIONS}
    return Reply({**facts, "events": given.world.events})


def installations(given: Given) -> Reply:
    return Reply(items=[each.body() for each in given.world.installations.values()])


def installation(given: Given) -> Reply:
    return Reply(_installation(given).body())


def create_token(given: Given) -> Reply:
    """With no more than was granted; an empty wish is granted nothing, as by the stand-ins."""
    found = _installation(given)
    if found.suspended_at:
        raise RefusedError(403, "This installation has been suspended")
    wanted: dict[str, str] = (given.body or {}).get("permissions", {})
    for name, level in wanted.items():
        if RANKS[level] > RANKS.get(found.permissions.get(name, ""), 0):
            raise RefusedError(422, "The permissions requested are not granted to this installation.")
    name, token = given.world.new_token(found.id, wanted)
    return Reply({"token": name, "expires_at": _stamp(token.until), "permissions": wanted}, 201)


def installed_repos(given: Given) -> Reply:
    if given.token is None or given.token.installation is None:
        raise RefusedError(403, "You must authenticate with an installation access token.")
    found = given.world.installations[given.token.installation]
    return Reply(items=[given.world.repos[each].body() for each in found.repos], within="repositories")


def deliveries(given: Given) -> Reply:
    """The newest first, without what was sent."""
    listed = [{k: v for k, v in x.items() if k not in {"request", "body"}} for x in given.world.deliveries[::-1]]
    return Reply(items=listed)


def delivery(given: Given) -> Reply:
    for each in given.world.deliveries:
        if each["id"] == given.at("id"):
            return Reply(each)
    raise RefusedError(404, "Not Found")


def viewer(given: Given) -> Reply:
    if given.token is None or given.token.installation is not None:
        raise RefusedError(403, "Resource not accessible by integration")
    return Reply(given.user)


def user(given: Given) -> Reply:
    if given.path["login"] not in given.world.users:
        raise RefusedError(404, "Not Found")
    return Reply(given.world.users[given.path["login"]])


def user_by_id(given: Given) -> Reply:
    for each in given.world.users.values():
        if each["id"] == given.at("id"):
            return Reply(each)
    raise RefusedError(404, "Not Found")


def repository(given: Given) -> Reply:
    return Reply(given.repo.body())


def _installation(given: Given) -> Installation:
    found = given.world.installations.get(given.at("id"))
    if found is None:
        raise RefusedError(404, "Not Found")
    return found


def _stamp(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
