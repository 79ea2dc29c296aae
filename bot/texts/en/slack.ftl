### What only Slack says.

## Cards and replies in Slack
slack-more = Some of it is shortened here; the whole text is behind Details on the card.
slack-more-objections = { $count ->
    [one] One more objection is behind Details.
   *[other] { $count } more objections are behind Details.
}
slack-side = { $option } ({ $agents ->
    [one] 1 agent
   *[other] { $agents } agents
}, { $votes ->
    [one] 1 vote
   *[other] { $votes } votes
}): { $text }
slack-side-bare = { $option } ({ $agents ->
    [one] 1 agent
   *[other] { $agents } agents
}, { $votes ->
    [one] 1 vote
   *[other] { $votes } votes
})
slack-stop = Stop
slack-choose = Choose…
slack-above = ↑ on the card in this thread
slack-threads = In threads say @consensus and your question: Slack allows no commands there.
slack-approve = An approval is asked for "{ $question }"
slack-close = Close
slack-page = Page { $page } of { $pages }
slack-page-before = Previous page
slack-page-after = Next page

## The forms in Slack
slack-ask-title = Ask the panel
slack-ask-submit = Ask
slack-ask-question = Question
slack-ask-options = Options, one per line
slack-ask-options-hint = Two to ten; without any, the answer is yes or no.
slack-ask-extras = More
slack-ask-safest = The options are given safest first
slack-ask-hide = Hide the tally until the vote closes
slack-ask-stakes = How bad would a wrong answer be?
slack-stakes-low = Easy to undo
slack-stakes-medium = It would cost us
slack-stakes-high = Serious: people decide in any case
slack-ask-reads = What may the agents read?
slack-reads-thread = This thread
slack-reads-paste = The text pasted below
slack-reads-none = Only the question
slack-ask-pasted = Text for the agents
slack-pasted-empty = Paste the text that the agents may read, or choose something else above.
slack-ask-voters = Who votes if it comes to a vote?
slack-ask-voters-hint = Nobody named: the members of the channel.
slack-ask-close = How long does a vote stay open?
slack-ask-also = Also said: { $flags }
slack-hours = { $count ->
    [one] { $count } hour
   *[other] { $count } hours
}
slack-reason-title = Your reason
slack-reason-submit = Save
slack-reason-label = Why do you vote like this?
slack-reason-empty = Write your reason, or close this form to vote without one.
slack-outcome-title = Decided otherwise
slack-outcome-submit = Record it
slack-outcome-label = What did you decide, and why?
slack-outcome-empty = Write what you decided instead and why.
slack-reject-title = Reject the proposal
slack-reject-submit = Reject
slack-reject-label = Why do you reject it?

## The Home tab in Slack
slack-home-start = Ask the panel
slack-home-how = Type /consensus in a channel, mention me in a thread, or choose "Decide with Consensus" in the menu of a message.
slack-home-ask = Ask a question
slack-home-votes = Waiting for your vote
slack-home-approvals = Waiting for your approval
slack-home-latest = Latest decisions
slack-home-nothing = Nothing waits for you, and nothing has been decided yet.
slack-home-over = closing now
slack-home-days = { $count ->
    [one] { $count } day left
   *[other] { $count } days left
}
slack-home-hours = { $count ->
    [one] { $count } hour left
   *[other] { $count } hours left
}
slack-home-minutes = { $count ->
    [one] { $count } minute left
   *[other] { $count } minutes left
}

## Why Slack did not take something, and what to do
slack-rate-limited = Slack asks us to wait { $seconds } s, so this was not done: try again then.
slack-doubtful = Slack did not say whether it did that ({ $why }): look whether it was done, else try again in a minute.
slack-refused = Slack refused ({ $why }); tell whoever runs this bot.
slack-not-in-channel = I am not in that channel: type /invite @consensus there, then ask again.
slack-channel-not-found = I cannot see that conversation: if it is private, have a member type /invite @consensus there, else ask in a channel.
slack-is-archived = That channel is archived: ask in another one, or unarchive it.
slack-invalid-blocks = The message could not be shown as it is; that is a fault of ours: tell whoever runs this bot.
slack-missing-scope = The app lacks the permission { $scope }: add it in the app's settings at Slack and install the app again.
slack-token-revoked = The app was removed from this workspace: install it again and set the new token.
slack-invalid-auth = Slack does not know the token: check SLACK_BOT_TOKEN.
slack-socket-silent = Slack answers, but nothing comes over its sockets any more: start the program again; nothing that Slack handed over is lost.
slack-socket-refused = Slack opens no socket ({ $why }): check SLACK_APP_TOKEN and its permission connections:write.
slack-account-inactive = The bot's account at Slack is switched off: install the app again.
slack-restricted-action = A setting of this workspace forbids that here: ask an administrator, or ask in another channel.
slack-user-not-in-channel = You are not in that channel: join it, then try again.
slack-direct-without-us = I take no part in this conversation: ask in a channel, or in a direct message to me.
slack-group-talk = I cannot work in group messages: ask in a channel, or in a direct message to me.
slack-wrong-team = This bot works for another workspace: install it in this one.

## Who may do what, and what was not understood
permission-unverified = I cannot check right now whether you may do that, so I did not do it: try again in a minute.
permission-bot = Apps and bots cannot take part in decisions: a person has to do that.
permission-deactivated = This account is deactivated and cannot take part: use an active one.
permission-not-member = You are not a member of this conversation: join it, then try again.
permission-guest = Guests and people of other organisations cannot start a decision here: ask a full member, or have an admin of the channel allow it.
permission-electorate = Only those who may vote here can put a decision to a vote: ask one of them.
permission-members-vote = Only the full members of this channel vote here: join it if you can, or tell one of them what you think.
permission-asker-or-approver = Only who asked and the approvers can do that: ask one of them.
permission-approvers = Only an approver can record what came of a decision: ask one of them.
permission-four-eyes = You asked this question, so somebody else has to answer the proposal: ask an approver.
which-decision = Say which decision you mean by its number, for example D-42.
verb-unknown = I do not know "{ $word }"; did you mean "{ $nearest }"? "help" shows what I understand, and a question needs a question mark or a few words.
verb-or-question = A decision is open here and I cannot tell whether you mean it, so nothing was asked: say "{ $meant }", or end a new question with a question mark.

## Looking up in Slack
slack-list = Decisions
slack-list-open = Open decisions
slack-list-mine = Decisions that you asked for
slack-list-ended = Ended decisions
slack-list-empty = Nothing found.
slack-list-count = { $first }–{ $last } of { $total }
slack-list-narrow = There is more; name more words to find it.
slack-search-title = Decisions with "{ $words }"
slack-search-words = Say which words to look for, for example: search retry policy.
slack-status-open = Open here
slack-status-waits = Waiting for your vote: { $votes } · for your approval: { $approvals }; they stand on my Home tab.
slack-share = Share here
slack-share-refused = Not everybody here may see that decision, so it stays between us: share it in the channel where it was asked.
slack-again = Ask again
slack-decided = Decided { $when }: { $what }
slack-export-title = { $id } as a document
slack-link-off = GitHub is not connected here, so there is nothing to link: ask whoever runs this bot to set GitHub up.
slack-link-there = Accounts are linked on GitHub: post `/consensus link { $to }` there if that is your code, or type `/consensus link` here for a new one.
slack-link-code = Your code is *{ $code }*: post `/consensus link { $code }` as a comment on GitHub within { $minutes } minutes, and from then on you are one person here and there. It works once; show it to nobody before that.
slack-help-how = In a channel type /consensus and your question; in a thread, where Slack allows no commands, mention me, or choose "Decide with Consensus" in the menu of a message. Every verb below works in both ways.

## What doctor finds
doctor-settings = settings
doctor-database = database
doctor-posts = messages
doctor-attempts = refused attempts
doctor-models = models
doctor-slack = Slack
doctor-scopes = Slack permissions
doctor-clock = clock
doctor-socket = Slack socket
doctor-note = { $check }: good, but: { $problem }
doctor-off = { $check }: off, { $problem }
doctor-refused = { $count ->
    [one] One act was
   *[other] { $count } acts were
 } refused in the last 24 hours for want of permission: the log says to whom and why.
doctor-posts-lost = { $count ->
    [one] One message could not be shown
   *[other] { $count } messages could not be shown
}, the newest of { $id } in { $place } ({ $why }): look there whether the bot may still write.
doctor-model-ends = The provider switches { $model } off on { $day }: choose another model in the settings.
doctor-scopes-unsaid = Slack did not say what the token allows.
doctor-scopes-missing = The app lacks { $scopes }: add it in the app's settings at Slack and install the app again.
doctor-scopes-surplus = The app has more than it needs ({ $scopes }): remove it in the app's settings at Slack.
doctor-clock-unsaid = Slack did not say what time it is.
doctor-clock-apart = This machine's clock is { $seconds } s away from Slack's, which then refuses or is refused: set the clock, for example by NTP.
doctor-socket-http = SLACK_APP_TOKEN is not set, requests come over signed HTTP
doctor-socket-refused = Slack opens no socket ({ $why }): check SLACK_APP_TOKEN and its permission connections:write.

## Asking and acting in Slack
slack-moment = Just a moment…
slack-nothing-asked = What shall the panel decide? Write your question behind my name, or fill in the form.
slack-too-late = That took too long, so the form could not be opened: open it with this button.
slack-form-failed = Slack did not open the form: try again with this button.
slack-share-doubtful = Slack did not say whether it took the decision: look whether it stands here, else share it once more.
slack-open-form = Open the form
slack-context-ask = This conversation is private, so I ask before anything is read or spent: for "{ $question }", may the agents read this thread? What they read is sent to { $providers }.
slack-context-thread = Read this thread
slack-taken-up = That was answered already, or waited for more than a day: look for its card, or ask once more.
slack-edited = You changed the words that { $id } was asked with; the panel was asked the earlier ones. To have the new ones decided instead, ask again.
slack-edited-again = Ask with the new words
slack-flags-too-long = Those flags are too long for the form: write the question behind them, all in one message.
slack-voters-nobody = Nobody of those would be allowed to vote here: name people who are members of this workspace, and who are in this conversation.
slack-voters-unknown = I cannot tell who "{ $name }" is: choose people or groups from the list that Slack offers behind the @.
slack-channel-unknown = I cannot tell which channel "{ $name }" is: choose it from the list that Slack offers behind the #.
slack-answered = This proposal has been answered already: the card says how.
slack-done = Done; it stands in { $id }.

## What serve says
help-platform = slack
part-socket = Slack over Socket Mode
part-http = Slack over HTTP
part-github = GitHub
serve-port-on = Listening on http://{ $host }:{ $port }
serve-nothing = There is nothing to serve: set SLACK_BOT_TOKEN, and SLACK_APP_TOKEN for Socket Mode or SLACK_SIGNING_SECRET for HTTP.
serve-port = { $host }:{ $port } cannot be listened on: set HOST and PORT to an address that is free here.
part-panel = Panel of { $count }
part-with = { $part }: { $what }
