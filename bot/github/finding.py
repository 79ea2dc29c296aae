"""A place on GitHub that another platform names: `owner/repository#12`."""

from bot.elsewhere import PLATFORMS, Located, There
from bot.github.people import require, standing_of
from bot.github.site import PLATFORM, Site
from consensus.errors import RequestError
from integrations.github.errors import DoubtfulError, GitHubError, PermanentError, RateLimitedError
from integrations.github.incoming import Account
from integrations.github.members import someone
from integrations.github.place import Place, parse_place
from integrations.github.repositories import Repository


async def find(site: Site, name: str, person: str | None) -> There:
    """Raises RequestError for a place that is not ours, and in the same words where this person may not ask."""
    user = await _known_as(site, person) if person is not None else None
    try:
        found, where = await _found(site, name)
        if user is not None:
            await _require(site, user, where)
    except (RateLimitedError, DoubtfulError):
        raise
    except (GitHubError, RequestError) as error:
        raise RequestError("in-unknown", name=name) from error
    return There(str(where), "few" if found.is_private else "everybody")


async def _found(site: Site, name: str) -> tuple[Repository, Place]:
    """Raises PermanentError where there is nothing."""
    full_name, _, number = name.partition("#")
    listed = await site.client.repositories.all()
    found = next((each for each in listed if each.full_name.casefold() == full_name.casefold()), None)
    if found is None:
        raise PermanentError("not_found")
    await site.client.read(found.id, f"issues/{number}")
    return await site.client.repositories.now(found.id), Place(repo=found.id, number=int(number))


async def locate(site: Site, place: str) -> Located:
    where = parse_place(place)
    try:
        full_name = (await site.client.repositories.of(where.repo)).full_name
    except GitHubError:
        return Located(PLATFORMS[PLATFORM])
    return Located(f"{full_name}#{where.number}", await site.address(where, ""))


async def _known_as(site: Site, person: str) -> int:
    """Somebody of another platform is known here by the account that they linked."""
    named = await site.store.names(PLATFORM, [person])
    if person not in named:
        raise RequestError("in-not-linked")
    return int(named[person])


async def _require(site: Site, user: int, where: Place) -> None:
    found = await someone(site.client, where.repo, user)
    account = Account(login=found.login, id=found.id)
    await require(site, "start", (account, where, await standing_of(site, where.repo, account)))
