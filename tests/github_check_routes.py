"""The routes of the fake GitHub that are about commits: check runs of the App, and statuses."""

from tests.github_routes import Given, RefusedError, Reply
from tests.markdown import check_problems, status_problems


def create_check(given: Given) -> Reply:
    if given.app is None:
        raise RefusedError(403, "You must authenticate via a GitHub App.")
    sha, name = given.text("head_sha"), given.text("name")
    _check(given)
    made = {"id": given.world.number(), "repo": given.repo.id, "app": {"id": given.app}, "head_sha": sha, "name": name}
    given.world.check_runs.append({"status": "queued", "conclusion": None, "external_id": "", **given.body, **made})
    return Reply(given.world.check_runs[-1], 201)


def edit_check(given: Given) -> Reply:
    check = given.item(given.world.check_runs)
    _check(given)
    check.update(given.body, edits=check.get("edits", 0) + 1)
    return Reply(check)


def _check(given: Given) -> None:
    """What GitHub refuses, and what it should never have been given."""
    body = given.body
    if body.get("status") == "completed" and not body.get("conclusion"):
        raise RefusedError(422, "Invalid request. conclusion is required")
    limits = {"label": 20, "description": 40, "identifier": 20}
    actions = body.get("actions", [])
    if len(actions) > 3 or any(len(each[name]) > most for each in actions for name, most in limits.items()):
        raise RefusedError(422, "Invalid request.")
    given.world.problems += check_problems(body, mentions=given.world.mentions, links=given.world.links)


def checks_of(given: Given) -> Reply:
    name = given.query.get("check_name")
    here = [x for x in given.world.check_runs if (x["repo"], x["head_sha"]) == (given.repo.id, given.path["sha"])]
    return Reply(items=[x for x in here if name in {None, x["name"]}], within="check_runs")


def create_status(given: Given) -> Reply:
    if given.body.get("state") not in {"error", "failure", "pending", "success"}:
        raise RefusedError(422, "Validation Failed")
    if len(given.body.get("description") or "") > 140:
        raise RefusedError(422, "Validation Failed")
    given.world.problems += status_problems(given.body)
    made = {"id": given.world.number(), "repo": given.repo.id, "sha": given.path["sha"], "context": "default"}
    given.world.statuses.append({**made, **given.body, "creator": given.user})
    return Reply(given.world.statuses[-1], 201)


def statuses_of(given: Given) -> Reply:
    here = [x for x in given.world.statuses if (x["repo"], x["sha"]) == (given.repo.id, given.path["sha"])]
    return Reply(items=here[::-1])
