"""The way in from GitHub: what concerns us is kept before it is acknowledged, once, also what we missed."""

import asyncio
import logging
from collections.abc import Callable

from bot.github.hearing import concerns_us, is_mending
from bot.github.site import PLATFORM, Site
from bot.server import Posted
from integrations.github.errors import GitHubError
from integrations.github.hooks import failed_deliveries
from integrations.github.incoming import CheckAction, Ignored, Installed, Pushed, Retargeted, Spoken
from integrations.github.parse import parse
from integrations.store.deliveries import Arrival, Body

logger = logging.getLogger(__name__)


class Front:
    """Takes what comes in, by webhook or fetched afterwards."""

    def __init__(self, site: Site, *, ring: Callable[[], None]) -> None:
        self._site, self._ring = site, ring

    async def receive(self, posted: Posted) -> None:
        """Raises RecordError when it could not be kept: then the delivery stands as failed, and is fetched later."""
        headers = {name.lower(): value for name, value in posted.headers.items()}
        await self._take(headers.get("x-github-event", ""), headers.get("x-github-delivery", ""), posted.payload)

    async def catch_up(self, since: int) -> None:
        """What GitHub could not deliver to us since then is taken now; it never sends anything twice by itself."""
        try:
            async for missed in failed_deliveries(self._site.client, since):
                await self._take(missed.event, missed.guid, missed.payload)
        except GitHubError as error:
            logger.warning("missed deliveries not fetched: why=%s", error.key)

    async def _take(self, event: str, guid: str, payload: Body) -> None:
        said = parse(event, payload, self._site.own)
        match said:
            case Ignored():
                return
            case Installed():
                self._learn(said)
                return
            case Spoken() if not await asyncio.to_thread(concerns_us, self._site, said):
                return
        arrival = Arrival(
            key=f"{PLATFORM}:{guid}",
            source=PLATFORM,
            thread=_line(said),
            body={"event": event, "payload": payload},
            also_key=await asyncio.to_thread(self._also, said),
            sender="" if isinstance(said, Pushed) else str(said.sender.id),
        )
        await self._site.store.keep(arrival)
        self._ring()

    def _also(self, said: Spoken | CheckAction | Pushed | Retargeted) -> str | None:
        """Two hooks that tell of the same words tell it once; of edits each counts, but words are mended once."""
        if isinstance(said, Spoken) and said.edited_from is not None:
            return f"{PLATFORM}:{said.repo}:{said.ref}:mended" if is_mending(self._site, said) else None
        return f"{PLATFORM}:{said.repo}:{said.key}" if said.key else None

    def _learn(self, said: Installed) -> None:
        repositories = self._site.client.repositories
        for gained in said.gained:
            repositories.know(gained.id, gained.full_name, said.installation, private=gained.private)
        for lost in said.lost:
            repositories.forget(lost.id)


def _line(said: Spoken | CheckAction | Pushed | Retargeted) -> str:
    """What is said in one conversation is carried out one after the other."""
    match said:
        case Spoken() | Pushed() | Retargeted():
            return f"{PLATFORM}:{said.repo}:{said.number}"
    return f"{PLATFORM}:{said.repo}:{said.external_id}"
