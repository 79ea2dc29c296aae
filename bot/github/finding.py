"""A place on GitHub that another platform names: `owner/repository#12`."""

from bot.elsewhere import PLATFORMS, Located, There
from bot.github.people import require, standing_of
from bot.github.site import PLATFORM, Site
from consensus.errors import RequestError
from integrations.github.errors import DoubtfulError, GitHubError, RateLimitedError
from integrations.github.incoming import Account
from integrations.github.members import someone
from integrations.github.place import Place, parse_place


async def find(site: Site, name: str, person: str | None) -> There:
    """Raises RequestError for a place that is not ours, or where this person may not ask."""
    full_name, _, number = name.partition("#")
    try:
        listed = await site.client.repositories.all()
        found = next((each for each in listed if each.full_name.casefold() == full_name.casefold()), None)
        if found is None:
            raise RequestError("in-unknown", name=name)
        await site.client.read(found.id, f"issues/{number}")
    except (RateLimitedError, DoubtfulError):
        raise
    except GitHubError as error:
        raise RequestError("in-unknown", name=name) from error
    where = Place(repo=found.id, number=int(number))
    if person is not None:
        await _require(site, person, where)
    return There(str(where), "few" if found.is_private else "everybody")


async def locate(site: Site, place: str) -> Located:
    where = parse_place(place)
    try:
        full_name = (await site.client.repositories.of(where.repo)).full_name
    except GitHubError:
        return Located(PLATFORMS[PLATFORM])
    return Located(f"{full_name}#{where.number}", await site.address(where, ""))


async def _require(site: Site, person: str, where: Place) -> None:
    """Somebody of another platform is known here by the account that they linked."""
    named = await site.store.names(PLATFORM, [person])
    if person not in named:
        raise RequestError("in-not-linked")
    found = await someone(site.client, where.repo, int(named[person]))
    account = Account(login=found.login, id=found.id)
    await require(site, "start", (account, where, await standing_of(site, where.repo, account)))
