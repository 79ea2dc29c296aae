"""Which route of the fake GitHub answers what, and which permission it needs."""

from dataclasses import dataclass

from tests import github_check_routes as check_routes
from tests import github_routes as routes
from tests.github_app_routes import (
    app,
    create_token,
    deliveries,
    delivery,
    installation,
    installations,
    installed_repos,
    repository,
    user,
    user_by_id,
    viewer,
)
from tests.github_routes import Act, Reply, react


@dataclass(frozen=True)
class Route:
    """`needs` is a permission and its level; several are joined by a bar, and any is enough."""

    name: str
    verb: str
    path: str
    act: Act
    needs: str = ""
    as_app: bool = False

    @property
    def is_inside(self) -> bool:
        """Whether it stands inside a repository, so that its path begins there."""
        return not self.path.startswith("/")


COMMENTING = "issues=write|pull_requests=write"
ROUTES = (
    Route("app", "GET", "/app", app, as_app=True),
    Route("installations", "GET", "/app/installations", installations, as_app=True),
    Route("installation", "GET", "/app/installations/{id}", installation, as_app=True),
    Route("create_token", "POST", "/app/installations/{id}/access_tokens", create_token, as_app=True),
    Route("deliveries", "GET", "/app/hook/deliveries", deliveries, as_app=True),
    Route("delivery", "GET", "/app/hook/deliveries/{id}", delivery, as_app=True),
    Route("installed_repos", "GET", "/installation/repositories", installed_repos, "metadata=read"),
    Route("viewer", "GET", "/user", viewer),
    Route("user", "GET", "/users/{login}", user),
    Route("user_by_id", "GET", "/user/{id}", user_by_id),
    Route("team", "GET", "/orgs/{org}/teams/{slug}/members", routes.team_members, "members=read"),
    Route("repository", "GET", "", repository, "metadata=read"),
    Route("issue", "GET", "issues/{n}", lambda given: Reply(given.issue()), "issues=read|pull_requests=read"),
    Route(
        "comments", "GET", "issues/{n}/comments", lambda given: given.of_issue(given.world.comments),
        "issues=read|pull_requests=read",
    ),
    Route("create_comment", "POST", "issues/{n}/comments", routes.create_comment, COMMENTING),
    Route("comment", "GET", "issues/comments/{id}", routes.comment, "issues=read|pull_requests=read"),
    Route("edit_comment", "PATCH", "issues/comments/{id}", routes.edit_comment, COMMENTING),
    Route("delete_comment", "DELETE", "issues/comments/{id}", routes.delete_comment, COMMENTING),
    Route("reactions", "GET", "issues/comments/{id}/reactions", routes.reactions, "issues=read|pull_requests=read"),
    Route(
        "react", "POST", "issues/comments/{id}/reactions",
        react("comment", lambda given: given.item(given.world.comments)), COMMENTING,
    ),
    Route("react_issue", "POST", "issues/{n}/reactions", react("issue", lambda given: given.issue()), COMMENTING),
    Route(
        "react_review", "POST", "pulls/comments/{id}/reactions",
        react("review_comment", lambda given: given.item(given.world.review_comments)), "pull_requests=write",
    ),
    Route("pull", "GET", "pulls/{n}", lambda given: Reply(given.pull()), "pull_requests=read"),
    Route("files", "GET", "pulls/{n}/files", routes.files_of, "pull_requests=read"),
    Route("commits", "GET", "pulls/{n}/commits", routes.commits_of, "pull_requests=read"),
    Route(
        "reviews", "GET", "pulls/{n}/reviews", lambda given: given.of_issue(given.world.reviews), "pull_requests=read"
    ),
    Route(
        "review_comments", "GET", "pulls/{n}/comments", lambda given: given.of_issue(given.world.review_comments),
        "pull_requests=read",
    ),
    Route("reply_review", "POST", "pulls/{n}/comments/{id}/replies", routes.reply_to_review, "pull_requests=write"),
    Route("compare", "GET", "compare/{basehead}", routes.compare, "contents=read"),
    Route("contents", "GET", "contents/{path:.+}", routes.contents, "contents=read"),
    Route("create_check", "POST", "check-runs", check_routes.create_check, "checks=write"),
    Route("edit_check", "PATCH", "check-runs/{id}", check_routes.edit_check, "checks=write"),
    Route("checks", "GET", "commits/{sha}/check-runs", check_routes.checks_of, "checks=read"),
    Route("create_status", "POST", "statuses/{sha}", check_routes.create_status, "statuses=write"),
    Route("statuses", "GET", "commits/{sha}/statuses", check_routes.statuses_of, "statuses=read"),
    Route("collaborators", "GET", "collaborators", routes.collaborators, "metadata=read"),
    Route("permission", "GET", "collaborators/{login}/permission", routes.permission, "metadata=read"),
)  # fmt: skip
