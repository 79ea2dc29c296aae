"""A verified payload of Slack becomes something we know, or nothing to do with its reason; it never fails."""

import re
from typing import Final, get_args

from pydantic import ValidationError

from integrations.slack import wire
from integrations.slack.incoming import (
    Click,
    DirectMessage,
    Edited,
    Fields,
    HomeOpened,
    Ignored,
    Incoming,
    Mention,
    Own,
    Shortcut,
    SlashCommand,
    Submission,
    Verb,
)
from integrations.slack.text import decode

ORDINARY: Final = frozenset({None, "file_share", "thread_broadcast", "me_message", "bot_message"})
"""Subtypes under which somebody said something; all others tell of edits, joins and the like."""
VERBS: Final = frozenset(get_args(Verb))
ONCE: Final = frozenset({"share", "use"})
"""What everybody reads: a second click by the same person on the same button is the first one's copy."""
_ACTION: Final = re.compile(r"consensus:([a-z]+):([0-9]{1,3})")
_VALUE: Final = re.compile(r"([^|]{0,60})\|([^|]{0,60})\|([0-9]{1,9})")


def parse(payload: object, own: Own) -> Incoming:
    """What a payload means for us; one that is not built as Slack builds them is `malformed`."""
    try:
        return _parse(payload, own)
    except ValidationError:
        return Ignored(reason="malformed")


def _parse(payload: object, own: Own) -> Incoming:
    match payload:
        case {"type": "event_callback"}:
            return _event(wire.EventPayload.model_validate(payload), own)
        case {"type": "block_actions"}:
            return _click(wire.ActionsPayload.model_validate(payload), own)
        case {"type": "view_submission"}:
            return _submission(wire.SubmissionPayload.model_validate(payload), own)
        case {"type": "message_action"}:
            return _shortcut(wire.ShortcutPayload.model_validate(payload), own)
        case {"command": _}:
            return _command(wire.CommandPayload.model_validate(payload), own)
        case {"type": str()}:
            return Ignored(reason="not-for-us")
    return Ignored(reason="malformed")


def _command(sent: wire.CommandPayload, own: Own) -> Incoming:
    if sent.team_id != own.team:
        return Ignored(reason="foreign-team")
    return SlashCommand(
        key=f"{sent.team_id}:{sent.trigger_id}",
        team=sent.team_id,
        user=sent.user_id,
        channel=sent.channel_id,
        text=decode(sent.text).strip(),
        command=sent.command,
        trigger=sent.trigger_id,
        response_url=sent.response_url,
    )


def _event(sent: wire.EventPayload, own: Own) -> Incoming:
    if sent.team_id != own.team:
        return Ignored(reason="foreign-team")
    key, event = f"{sent.team_id}:{sent.event_id}", sent.event
    if event.type == "app_home_opened" and event.tab == "home" and event.user:
        return HomeOpened(key=key, team=sent.team_id, user=event.user)
    if event.type not in {"app_mention", "message"}:
        return Ignored(reason="not-for-us")
    if event.subtype == "message_changed" or event.edited is not None:
        return _edited(key, event, own)
    return _ignored(event, own) or _said(key, event, own)


def _ignored(said: wire.Said, own: Own) -> Ignored | None:
    """Why a message is nothing that somebody asks of us."""
    ids = {said.user, said.bot_id, said.app_id} - {None, ""}
    if ids & {own.user, own.bot, own.app}:
        return Ignored(reason="own")
    if said.subtype not in ORDINARY or said.hidden:
        return Ignored(reason="subtype")
    if (said.bot_id or said.subtype == "bot_message") and not ids & own.bots:
        return Ignored(reason="bot")
    return None


def _edited(key: str, event: wire.Event, own: Own) -> Incoming:
    """What an author made of words that were for us; links that unfold and cards that are drawn again are no edits."""
    changed, edit = event.message or event, (event.message or event).edited
    before = event.previous_message.text if event.previous_message else None
    is_for_us = event.channel_type == "im" or _names(changed.text or "", own)
    if edit is None or edit.user != changed.user or not is_for_us or before == changed.text:
        return Ignored(reason="edited")
    if ignored := _ignored(changed, own):
        return ignored
    if not (changed.user and event.channel and changed.ts):
        return Ignored(reason="malformed")
    return Edited(
        key=key,
        also_key=f"{own.team}:{event.channel}:{changed.ts}:{edit.ts}",
        team=own.team,
        user=changed.user,
        channel=event.channel,
        thread_ts=None if changed.thread_ts == changed.ts else changed.thread_ts,
        text=_words(changed.text or "", own),
        ts=changed.ts,
        before=None if before is None else _words(before, own),
    )


def _said(key: str, event: wire.Event, own: Own) -> Incoming:
    """A mention, under whichever event it comes, or a direct message."""
    text, user = event.text or "", event.user or event.bot_id
    is_direct = event.type == "message" and event.channel_type == "im"
    if not (is_direct or event.type == "app_mention" or _names(text, own)):
        return Ignored(reason="not-for-us")
    if not (user and event.channel and event.ts):
        return Ignored(reason="malformed")
    kind = DirectMessage if is_direct else Mention
    return kind(
        key=key,
        also_key=f"{own.team}:{event.channel}:{event.ts}",
        team=own.team,
        user=user,
        channel=event.channel,
        thread_ts=event.thread_ts,
        text=_words(text, own),
        ts=event.ts,
        by_bot=bool(event.bot_id),
    )


def _click(sent: wire.ActionsPayload, own: Own) -> Incoming:
    if _is_foreign(sent, own):
        return Ignored(reason="foreign-team")
    if not sent.actions:
        return Ignored(reason="malformed")
    action, message, container = sent.actions[0], sent.message or wire.Message(), sent.container
    named = _ACTION.fullmatch(action.action_id)
    if not named or named[1] not in VERBS:
        return Ignored(reason="not-for-us")
    carried = _VALUE.fullmatch(action.selected_option.value if action.selected_option else action.value or "")
    if not carried:
        return Ignored(reason="malformed")
    shown = message.ts or container.message_ts or ""
    return Click(
        key=f"{own.team}:{action.action_ts}:{sent.user.id}:{action.action_id}",
        also_key=f"{own.team}:{shown}:{sent.user.id}:{carried[1]}:{named[1]}" if shown and named[1] in ONCE else None,
        team=own.team,
        user=sent.user.id,
        channel=(sent.channel.id if sent.channel else container.channel_id) or "",
        thread_ts=message.thread_ts or container.thread_ts,
        verb=named[1],
        place=int(named[2]),
        decision=carried[1],
        option=carried[2] or None,
        about=int(carried[3]),
        ts=shown,
        view=sent.view.id if sent.view else None,
        trigger=sent.trigger_id,
        response_url=sent.response_url,
    )


def _submission(sent: wire.SubmissionPayload, own: Own) -> Incoming:
    if _is_foreign(sent, own):
        return Ignored(reason="foreign-team")
    view = sent.view
    return Submission(
        key=f"{own.team}:{view.id}:{view.hash}",
        team=own.team,
        user=sent.user.id,
        view=view.id,
        callback=view.callback_id,
        metadata=view.private_metadata,
        fields=_fields(view.state or wire.State()),
    )


def _shortcut(sent: wire.ShortcutPayload, own: Own) -> Incoming:
    if _is_foreign(sent, own):
        return Ignored(reason="foreign-team")
    return Shortcut(
        key=f"{own.team}:{sent.action_ts}:{sent.user.id}:{sent.callback_id}",
        team=own.team,
        user=sent.user.id,
        channel=sent.channel.id,
        thread_ts=sent.message.thread_ts,
        text=_words(sent.message.text or "", own),
        ts=sent.message.ts,
        callback=sent.callback_id,
        trigger=sent.trigger_id,
        response_url=sent.response_url,
    )


def _is_foreign(sent: wire.Interaction, own: Own) -> bool:
    """From another workspace, or by somebody of one."""
    return sent.team.id != own.team or sent.user.team_id not in {None, own.team}


def _fields(state: wire.State) -> Fields:
    return {
        block: said for block, actions in state.values.items() for each in actions.values() if (said := _entered(each))
    }


def _entered(field: wire.StateValue) -> str | tuple[str, ...]:
    if field.selected_options is not None:
        return tuple(each.value for each in field.selected_options)
    if field.selected_users is not None:
        return tuple(field.selected_users)
    return field.selected_option.value if field.selected_option else field.value or ""


def _words(text: str, own: Own) -> str:
    """What was said to us, without our name."""
    return decode(_our_name(own).sub(" ", text)).strip()


def _names(text: str, own: Own) -> bool:
    return _our_name(own).search(text) is not None


def _our_name(own: Own) -> re.Pattern[str]:
    """Our mention with the colon or comma that people put behind it."""
    return re.compile(rf"[^\S\n]*<@{re.escape(own.user)}(?:\|[^<>]*)?>[,:]?[^\S\n]*")
