"""What GitHub tells an App of: whatever somebody does is kept in the world, and becomes a payload."""

from dataclasses import dataclass, field
from uuid import uuid4

from tests.github_world import APP_ID, INSTALLATION, ISSUE, ORG, PULL, REPO, SLUG, Body, World


@dataclass(frozen=True)
class Event:
    """One delivery: its name, what it says, and the number that a redelivery keeps."""

    name: str
    payload: Body
    guid: str = field(default_factory=lambda: str(uuid4()))


class People:
    """Who acts on GitHub; each act is done there, and told."""

    def __init__(self, world: World, *, repo: int = REPO, installation: int | None = INSTALLATION) -> None:
        self.world, self.repo, self.installation = world, repo, installation

    def comment(self, text: str, *, user: str = "asker", number: int = ISSUE) -> Event:
        return self.of_comment(self.world.say(number, text, user=user, repo=self.repo))

    def of_comment(self, comment: Body, action: str = "created", **more: object) -> Event:
        """What is sent of a comment that is there, whoever wrote it: ours come back, too."""
        issue = self.world.issues[self.repo, comment["issue"]]
        said = {key: value for key, value in comment.items() if key not in {"issue", "repo"}}
        return self._event("issue_comment", action, comment["user"], issue=issue, comment=said, **more)

    def edit(self, comment: Body, text: str, *, by: str | None = None) -> Event:
        """Somebody changes a comment; GitHub tells what stood there before."""
        before, comment["body"] = comment["body"], text
        event = self.of_comment(comment, "edited", changes={"body": {"from": before}})
        event.payload["sender"] = self.world.users[by or comment["user"]["login"]]
        return event

    def review(self, text: str, *, user: str = "voter", number: int = PULL) -> Event:
        review = self.world.review(text, user=user, pull=number, repo=self.repo)
        pull = self.world.pulls[self.repo, number]
        return self._event("pull_request_review", "submitted", review["user"], review=review, pull_request=pull)

    def review_comment(self, text: str, *, user: str = "voter", number: int = PULL, **more: object) -> Event:
        comment = self.world.review_comment(text, user=user, pull=number, repo=self.repo, **more)
        pull = self.world.pulls[self.repo, number]
        name = "pull_request_review_comment"
        return self._event(name, "created", comment["user"], comment=comment, pull_request=pull)

    def push(self, sha: str, *, user: str = "author", number: int = PULL) -> Event:
        """One more commit becomes the head of a pull request."""
        pull = self.world.pulls[self.repo, number]
        before = pull["head"]["sha"]
        pull["head"] = {**pull["head"], "sha": sha}
        self.world.commits[self.repo, number].append(sha)
        heads = {"number": number, "before": before, "after": sha, "pull_request": pull}
        return self._event("pull_request", "synchronize", self.world.users[user], **heads)

    def retarget(self, branch: str, sha: str, *, user: str = "author", number: int = PULL) -> Event:
        """A pull request is to be merged into another branch."""
        pull = self.world.pulls[self.repo, number]
        before = pull["base"]
        pull["base"] = {**before, "ref": branch, "sha": sha}
        changes = {"base": {"ref": {"from": before["ref"]}, "sha": {"from": before["sha"]}}}
        edit = {"number": number, "changes": changes, "pull_request": pull}
        return self._event("pull_request", "edited", self.world.users[user], **edit)

    def press(self, check: Body, identifier: str, *, user: str = "voter") -> Event:
        """Somebody presses a button of a check run, if it is there."""
        assert identifier in {action["identifier"] for action in check["actions"]}
        pulls = [
            {"number": number, "base": {"repo": {"id": repo}}}
            for (repo, number), pull in self.world.pulls.items()
            if (repo, pull["head"]["sha"]) == (check["repo"], check["head_sha"])
        ]
        run = {**check, "app": {"id": APP_ID, "slug": SLUG}, "pull_requests": pulls}
        pressed = {"check_run": run, "requested_action": {"identifier": identifier}}
        return self._event("check_run", "requested_action", self.world.users[user], **pressed)

    def install(self, *repos: int, lost: bool = False) -> Event:
        """The App is given repositories, or they are taken from it."""
        mine = self.world.installations[self.installation or INSTALLATION]
        mine.repos = [each for each in mine.repos if each not in repos] + ([] if lost else list(repos))
        listed = [self.world.repos[each].body() for each in repos]
        lists = {"repositories_added": [] if lost else listed, "repositories_removed": listed if lost else []}
        payload = {"action": "removed" if lost else "added", "installation": mine.body(), **lists}
        return Event("installation_repositories", {**payload, "sender": self.world.users["boss"]})

    def _event(self, name: str, action: str, sender: Body, **more: object) -> Event:
        repository = self.world.repos[self.repo].body()
        payload: Body = {"action": action, "repository": repository, "sender": sender, **more}
        if self.installation is not None:
            payload["installation"] = {"id": self.installation, "node_id": "i"}
            payload["organization"] = {"id": ORG, "login": "acme"}
        return Event(name, payload)
