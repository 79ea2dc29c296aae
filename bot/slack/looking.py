"""Look-ups in Slack: who looks, what they may see, and where the answer is shown."""

from functools import partial

from bot import answers
from bot.answers import FIRST, LookUp
from bot.found import Turn
from bot.home import home
from bot.sharing import share
from bot.sight import Sight
from bot.slack.answering import place_of, post, tell
from bot.slack.cards import answered_elsewhere
from bot.slack.workspace import Workspace
from bot.viewing import Viewer, may_see
from consensus.card import Speaker
from consensus.decision import Decision
from consensus.errors import NotFoundError, RequestError
from consensus.panel.agents import Language
from integrations.slack.details import details_modal
from integrations.slack.errors import DoubtfulError
from integrations.slack.home import home_view
from integrations.slack.incoming import Received
from integrations.slack.limits import Json


async def look(workspace: Workspace, said: Received, command: LookUp, turn: Turn = FIRST) -> None:
    """Answers them alone."""
    lang = await workspace.lang_of(said)
    viewer = await viewer_of(workspace, said, lang)
    await tell(
        workspace, said, await answers.answer(command, viewer, workspace.store, await workspace.voice(lang), turn)
    )


async def share_here(workspace: Workspace, said: Received, decision_id: str) -> None:
    """Shows a decision to everybody where the person is; raises RequestError unless all of them may see it anyway."""
    lang = await workspace.lang_of(said)
    viewer = await viewer_of(workspace, said, lang)
    message = await share(decision_id, viewer, workspace.store, await workspace.voice(lang))
    if message is None:
        raise RequestError("slack-share-refused")
    try:
        await post(workspace, place_of(said), message)
    except DoubtfulError as error:
        raise RequestError("slack-share-doubtful") from error


async def publish_home(workspace: Workspace, said: Received, page: int = 0) -> None:
    """Draws the Home tab of whoever opened it."""
    lang = workspace.lang("")
    shown = await home(await viewer_of(workspace, said, lang), workspace.store)
    view = home_view(shown, await workspace.voice(lang), now=workspace.clock(), page=page)
    await workspace.client.write("views.publish", user_id=said.user, view=view)


async def details(workspace: Workspace, said: Received, decision_id: str, page: int) -> Json:
    """All that is behind a card; raises NotFoundError for what they may not see."""
    decision = await workspace.store.load(decision_id)
    viewer = await viewer_of(workspace, said, decision.opened.lang)
    if not await may_see(decision.opened.places, viewer, workspace.store):
        raise NotFoundError("no-such-decision", id=decision_id)
    return details_modal(decision, await workspace.voice(decision.opened.lang, decision), page)


async def viewer_of(workspace: Workspace, said: Received, lang: Language) -> Viewer:
    """Who looks, and what they may see for as long as this one request takes."""
    person = await workspace.person(said.user)
    sight = Sight(workspace.client, workspace.own.team, said.user, person)

    async def voice(decision: Decision) -> Speaker:
        return await workspace.voice(lang, decision)

    place = str(place_of(said)) if said.channel else ""
    elsewhere = partial(answered_elsewhere, workspace.works)
    return Viewer(
        person,
        sight.sees,
        place,
        is_public=sight.is_public,
        votes=sight.votes,
        voice=voice,
        elsewhere=elsewhere,
    )
