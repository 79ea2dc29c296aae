### What only GitHub says. A backtick makes code: nothing in it rings, and a command in it is not run.

## The comment that is edited in place, and the replies that notify
github-this-comment = this comment
github-banner-stale = This was about { $before }; the head is now { $after }. Ask again: `/consensus rerun { $id }`
github-origin = In response to { $comment }
github-origin-at = In response to { $comment } at { $head }
github-at = About { $head }
github-option = { $option }
github-why = **Why:** { $why }
github-against = **Against ({ $count }, { $role }, for { $option }):** { $text }
github-against-would-change = **Against ({ $count }, { $role }, for { $option }):** { $text } – what would change its mind: { $what }
github-more-objections = { $count ->
    [one] One more objection is among the ballots.
   *[other] { $count } more objections are among the ballots.
}
github-table = | option | agents | people |
github-behind = All ballots, risks, what was read, cost
github-more = Some of it is shortened here: `/consensus export { $id }` gives the whole record.
github-electorate = Who can vote
github-advisory = votes of others: advisory
github-approve-asked = An approval is asked for "{ $question }"
github-stands = How it stands: `/consensus show { $id }`
github-mood = Mood by reactions, not counted: { $counts }
github-elsewhere = Answers are taken in another place: { $place }
github-hidden-vote = The tally of this vote is hidden and comments can be read by all, so it is taken in Slack.

## What people can do
github-do-cast = Vote: `/consensus vote { $id } { $choice } because …`, or another option; your last vote counts.
github-do-abstain = Abstain: `/consensus vote { $id } abstain`
github-do-close = Close the vote now: `/consensus close { $id }`
github-do-approve = Approve { $option }: `/consensus approve { $id }`
github-do-reject = Reject it: `/consensus reject { $id } because …`
github-do-vote = Put it to a vote: `/consensus vote { $id }`
github-do-rerun = Ask the panel again: `/consensus rerun { $id }`
github-do-cancel = Stop it: `/consensus cancel { $id }`
github-do-run = Run it anyway: `/consensus run { $id }`
github-do-reopen = Reopen the vote: `/consensus reopen { $id }`
github-do-outcome = Decided otherwise: `/consensus outcome { $id } overridden because …`

## The check on the commit
github-title-about = About { $head }: { $what }
github-stale = This check is about { $head }; the decision is about { $discussed }.
github-stale-again = Ask again about the newest commit: `/consensus rerun { $id }`
github-gate-none = Neutral: it does not decide whether this may be merged.
github-gate-shut = The gate stays shut: only *merge as is*, decided about this commit, opens it.
github-gate-stale = The gate stays shut, for this was decided about another commit or target branch: ask again with `/consensus rerun { $id }`.
github-gate-overridden = The gate stays shut, for it was decided otherwise since: ask again with `/consensus rerun { $id }`.
github-gate-advice = The gate stays shut, for nobody answers for this result: put it to people with `/consensus vote { $id }`.
github-gate-off = The gate stays shut, for the agents were allowed to read nothing of the change: set `mode = "on"` under `[context]` in `.github/consensus.toml`, with every provider of the panel, then ask again.
github-gate-missing = The gate stays shut, for the agents did not read everything (missing: { $what }): ask again with `/consensus rerun { $id }`.
github-gate-cut = The gate stays shut, for the agents read less than half of the change: split the pull request, or have somebody merge it who may do so without this check.
github-gate-twin = The gate stays shut, for { $twin } of another pull request with the same commit does not open it: ask there again, then here with `/consensus rerun { $id }`.
github-check-refused = { $id } stands here, but not as a check on the commit, which GitHub refused: have an owner of the account give the app its permission "Checks: read and write", or set `checks = "off"` in `.github/consensus.toml`.
github-button-close = Close the vote
github-button-approve = Approve
github-button-vote = Put it to a vote
github-button-rerun = Ask again
github-button-cancel = Stop it
github-button-run = Run it anyway
github-button-reopen = Reopen the vote
github-press-cast = Your vote; the last one counts
github-press-close = Count the votes that are there
github-press-approve = Decide as it is proposed
github-press-vote = People decide
github-press-rerun = A new decision that replaces this one
github-press-cancel = Ends without a decision
github-press-run = The panel decides all the same
github-press-reopen = People vote once more

## The question about a pull request
github-pull-question = Should this pull request be merged as it is?
github-pull-merge = merge as is
github-pull-changes = request changes
github-pull-split = split it

## Looking up on GitHub
github-list-table = | decision | question | state |
github-list-empty = Nothing found.
github-list-count = { $first }–{ $last } of { $total }
github-list-narrow = There is more: `/consensus search` with more words finds it.
github-decided = Decided { $when }: { $what }
github-earlier = Read it in { $comment }.
github-earlier-comment = the earlier comment
github-ask-again-there = Ask again there: `/consensus rerun { $id }`
github-ask-again = Ask again: `/consensus rerun { $id }`
github-export-title = { $id } as a document
github-export-more = The rest does not fit into a comment: `python -m bot export { $id }` prints all of it where the bot runs.
github-help-how = Begin a line of a comment, a review or an inline comment with `/consensus` and your question, the options as a list below it; on a pull request `/consensus` alone asks whether to merge it as it is.
github-help-verbs = What it understands
github-help-flags = What can be said beside a question

## What is answered to words and buttons
github-answer-to = Answer to { $comment }
github-in-code = A request in code is not run: write it at the beginning of a line, without backticks.
github-others = { $count ->
    [one] One more request stands in the same words; write it in a comment of its own.
   *[other] { $count } more requests stand in the same words; write each in a comment of its own.
}
github-there = there
github-pressed = { $who }: { $why }
github-nothing-asked = Nothing was asked: write the question behind `/consensus`, its options as a list below it.
github-link-how = Say `/consensus link` in Slack, and post here what it gives you: `/consensus link CODE`
