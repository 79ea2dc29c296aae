### What a card says about a decision. Names of options, roles and people are data and come in as variables.

## The bands of strength
band-strong = strong
band-moderate = moderate
band-weak = weak

## The first line, by state
headline-decided = { $winner } · { $band } · { $base }
headline-deliberating = The panel is deliberating
headline-leans = Your vote is needed · the panel leans to { $leader }, weakly: { $k } of { $asked }, { $rule ->
    [supermajority] a supermajority of { $needed } was needed
   *[other] more than half needs { $needed }
}
headline-weak = The panel leans to { $leader }, weakly: { $k } of { $asked } agents
headline-vote = Your vote is needed
headline-tied = Tied { $score }{ $stage ->
    [full_debate] { " " }after a debate
   *[other] { "" }
}
headline-proposal = { $tied } · proposal: { $option }, { $source }
headline-no-quorum = { $cast ->
    [0] No result: none of { $asked } agents answered, { $needed } are needed
    [one] No result: only { $cast } of { $asked } agents answered, { $needed } are needed
   *[other] No result: only { $cast } of { $asked } agents answered, { $needed } are needed
}
headline-options-rejected = No result: { $count } of { $asked } agents find none of the options good
headline-not-needed = Looks like a fact, not a judgement
headline-undecided = No decision
headline-undecided-votes = No decision: { $voted } of { $needed } needed { $needed ->
    [one] vote
   *[other] votes
} by { $deadline }
headline-undecided-proposal = No decision: nobody answered the proposal by { $deadline }
headline-cancelled = Cancelled by { $who }
headline-pushed = Replaced after a push
headline-superseded = Replaced by { $id }
banner-stale = This was about { $before }; the head is now { $after }. Ask again: /consensus rerun { $id }
banner-retargeted = The target branch was changed since. Ask again: /consensus rerun { $id }
banner-overridden = The team decided otherwise
headline-already-decided = Decided { $date }: { $winner } · { $band } · { $base } · { $id }

## What the numbers are counted on
base-agents = { $k } of { $asked } agents
base-votes = { $cast ->
    [one] { $k } of { $cast } vote
   *[other] { $k } of { $cast } votes
}

## The lines below the first
line-asked = { $id } · asked by { $asker }
line-asked-as = asked as: "{ $question }" (exact words)
line-why = Why: { $why }
line-against = Against ({ $count }): "{ $text }"
line-against-role = Against ({ $count }, { $role }): "{ $text }"
line-for-option = For { $option } ({ $count }): { $text }
line-would-change = What would change its mind: { $what }
line-nobody-against = No agent was against it.
line-rule = rule: { $rule }
line-flips = { $count ->
    [0] Nothing has to change to unseat it: it does not lead alone
    [one] One agent would have to change its mind to unseat it
   *[other] { $count } agents would have to change their minds to unseat it
}
line-flips-votes = { $count ->
    [0] Nothing has to change to unseat it: it does not lead alone
    [one] One vote would have to change to unseat it
   *[other] { $count } votes would have to change to unseat it
}
line-families = { $count ->
    [0] no ballot with a choice
    [one] { $count } model family
   *[other] { $count } model families
}
line-agreement = agreement { $agreement } (heads) and support { $support } (confidence), both over { $asked } asked
line-margin = { $margin ->
    [0] level with the runner-up { $runner_up }
    [one] { $margin } agent ahead of { $runner_up }
   *[other] { $margin } agents ahead of { $runner_up }
}
line-moved-by = Moved by the argument: { $argument }
line-rules-disagree = In pairs, { $condorcet } would beat every other option
line-rules-agree = Wins under { $count } of { $total } rules
line-leans = The panel leaned to { $leader } ({ $band }: { $k } of { $asked })
line-leans-needed = The panel leaned to { $leader } ({ $band }: { $k } of { $asked }, { $needed } were needed)
line-recommends = The panel's view, as advice: { $leader } · { $band } · { $base }
line-other-tied = Other tied option: { $option }
line-none-of-these = { $count ->
    [one] { $count } agent: none of these
   *[other] { $count } agents: none of these
}
line-missing = Without a choice: { $seats }
line-missing-seat = { $role } ({ $cause })
line-not-counted = The ones that answered: { $answers } – not counted as a result.
line-carried = Carried from round { $round }: { $role } ({ $cause })
line-options = Options: { $options }. Wrong?
line-looked-up = Somebody can look it up (uncertainty { $uncertainty } of 3, stakes { $stakes }, plurality { $plurality }; both agents say so).
line-nothing-spent = Nothing was spent beyond these two ballots.
line-fact-with-options = This looks like a fact; as you stated options, it was put to the panel all the same.
line-axes = uncertainty { $uncertainty }, stakes { $stakes }, plurality { $plurality } (by { $by })
line-about-person = The question is about a person: people decide, the panel's view is advice.
line-no-proposal = The moderator did not name the same option twice, so it proposes nothing.
line-minority = Minority report
line-risks = Risks raised
line-probability = not a probability of being right
line-rehearsal = rehearsal: canned answers, not advice
line-record = record { $hash }
line-read = Read { $what } → { $providers }
read-characters = { $used } of { $total } characters
read-messages = { $used } of { $total } messages
read-comments = { $used } of { $total } comments
read-files = { $used } of { $total } files
read-issues = { $used } of { $total } linked issues
read-all-characters = { $count ->
    [one] { $count } character
   *[other] { $count } characters
}
read-all-messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
read-all-comments = { $count ->
    [one] { $count } comment
   *[other] { $count } comments
}
read-all-files = { $count ->
    [one] { $count } file
   *[other] { $count } files
}
read-all-issues = { $count ->
    [one] { $count } linked issue
   *[other] { $count } linked issues
}
source-name = { $source ->
    [thread] thread
    [file] file
    [pull] pull request
    [issue] issue
    [comments] comments
    [reviews] reviews
    [files] files
    [linked] linked issues
    [settings] settings
   *[other] { $source }
}
line-read-missing = Could not be read: { $what }
line-cost = { $cost }
line-cost-unknown = cost unknown
line-calls = { $count ->
    [one] { $count } model call
   *[other] { $count } model calls
}
line-tokens = { $tokens_in } tokens in, { $tokens_out } out
line-duration = { $seconds } s
line-draw = Drawn by lot: number { $index } of { $count }, computed from the record.
line-unapproved = Nobody approved this; it was the declared last resort.
line-review = A person should review this before acting on it.

## The panel at work
progress-heard = { $heard } of { $asked } have answered
progress-round = round { $round } of 3
progress-context = Reading what was said before
progress-quick = Two agents vote
progress-full = The whole panel votes
progress-critiques = The agents examine the arguments
progress-final = Final ballots

## Stages
stage-quick-vote = blind vote of two
stage-full-vote = blind vote, no debate
stage-full-debate = after a debate

## Rules
rule-auto = chosen by the question
rule-majority = majority
rule-supermajority = supermajority
rule-weighted = weighted vote
rule-confidence-weighted = confidence-weighted vote
rule-borda = Borda

## How the panel ended
outcome-settled = settled
outcome-weak = one leader, not settled
outcome-tied = tied
outcome-no-quorum = no quorum
outcome-options-rejected = options rejected

## The state of a decision
status-deliberating = deliberating
status-decided = decided
status-awaiting-vote = waiting for votes
status-awaiting-approval = waiting for an approval
status-no-quorum = no quorum
status-undecided = undecided
status-not-needed = not needed
status-cancelled = cancelled

## Who or what decided
decided-by-quick-vote = by a quick vote
decided-by-full-vote = by a vote of the full panel
decided-by-full-debate = by the panel after a debate
decided-by-human-vote = by a vote of the people
decided-by-human-approval = by a person's approval
decided-by-safety-order = by the declared safety order
decided-by-random = by lot

## Who proposed
proposed-by-safety-order = the safer option as declared
proposed-by-moderator = named by the moderator twice, in both orders
proposed-by-vote = the option that led the vote
proposed-by-panel-after-tie = the one the panel leaned to, as the vote was tied
proposed-by-order-after-tie = the safer option as declared, as the vote was tied

## The one reason for a band
reason-two-thirds = At least two thirds of the panel agree
reason-quick-vote = Quick vote: only two agents were asked
reason-below-two-thirds = Fewer than two thirds of the panel agree
reason-one-change-unseats = A single change of mind would unseat it
reason-one-family = All agents are of one model family
reason-tied = Several options lead together
reason-no-quorum = Too few agents gave a choice
reason-heads-disagree = Weights or confidence decided against the number of agents
reason-zero-total = All weights or confidences were zero, so heads were counted
reason-no-majority = No option has more than half of the panel
reason-below-supermajority = No option has the two thirds that the rule asks for
reason-seat-missing = { degradation-seat-missing }
reason-seat-carried = { degradation-seat-carried }
reason-fallback-model = { degradation-fallback-model }
reason-unexplained-flip = { degradation-unexplained-flip }
reason-debate-failed = { degradation-debate-failed }
reason-budget = { degradation-budget }
reason-context-cut = { degradation-context-cut }
reason-rehearsal = { degradation-rehearsal }
reason-rules-disagree = { degradation-rules-disagree }

## What made the result less than it could be
degradation-seat-missing = At least one agent did not answer
degradation-seat-carried = An agent's earlier ballot was carried over
degradation-fallback-model = A replacement model answered for an agent
degradation-one-family = All agents are of one model family
degradation-unexplained-flip = An agent changed its mind without naming an argument
degradation-debate-failed = The debate failed: fewer than two agents gave arguments
degradation-budget = The budget ended the deliberation early
degradation-context-cut = More than half of the context was left out
degradation-rehearsal = Rehearsal: canned answers, not advice
degradation-rules-disagree = Another option would win in pairs
degradation-injection-suspected = The context seems to address the agents: people decide
degradation-options-rejected = Agents find none of the options good: people decide
degradation-secrets-masked = Secrets were masked before reading
degradation-hidden-text = Hidden text was found in the context
degradation-schema-dropped = A model answered without the strict form
degradation-temperature-dropped = A model refused its temperature
degradation-confidence-rescaled = A confidence was given in per cent and converted

## Why a seat has no choice
cause-none-of-these = none of these
cause-undecided = undecided
cause-timeout = timed out
cause-refused = refused to answer
cause-rate-limited = rate limited
cause-provider-error = provider error
cause-unparseable = unreadable answer
cause-outside-options = chose something that is no option
cause-contradictory = contradicted itself
cause-empty = empty answer
cause-budget = no budget left

## People vote
vote-can-vote = { $count ->
    [one] One person can vote on "{ $question }" until { $deadline }
   *[other] { $count } people can vote on "{ $question }" until { $deadline }
}
vote-needed = { $count ->
    [one] { $count } needed
   *[other] { $count } needed
}
vote-count = { $eligible ->
    [one] Voted: { $voted } of { $eligible } person ({ $needed } needed)
   *[other] Voted: { $voted } of { $eligible } people ({ $needed } needed)
}
vote-passes-majority = more than half of the votes decides
vote-passes-supermajority = two thirds of the votes decide, as the rule is supermajority
vote-until = open until { $deadline }
vote-nobody = Nobody here may vote; cancel it, or ask again where people can vote.
vote-change = change your vote until then
vote-then-proposal = no winner → a proposal to approve
vote-advisory = Advisory, not counted: { $votes }
vote-hidden = the tally stays hidden until the vote closes
vote-yours = Your vote: { $option }. Change it until { $deadline }.
vote-abstained = You abstain. Change it until { $deadline }.
vote-reminder = The vote on "{ $question }" closes { $deadline }; { $missing ->
    [one] one vote is
   *[other] { $missing } votes are
} still missing.
vote-over = The vote on "{ $question }" is over.
approval-over = The approval asked for "{ $question }" is over.
vote-closed-deadline = The vote closed at its deadline
vote-closed-complete = The vote closed, as everybody has voted
vote-closed-early = The vote was closed early by { $who }
vote-won = { $winner } won the vote: { $k } of { $cast }
vote-no-quorum = { $voted } of { $needed } needed votes came in
vote-no-winner = No option won the vote
vote-tally-line = { $option }: { $count ->
    [one] { $count } vote
   *[other] { $count } votes
}
vote-called-off = The vote is off: nobody needs to vote any more.
vote-elsewhere = Votes are taken there: { $where }
vote-electorate = Who can vote: { $who }, frozen when the vote opened
vote-by-rule = Who can vote: { $platform ->
    [github] people with write access
   *[other] members of this channel
}, checked at each vote ({ $count } when it opened)
vote-excluded = { $count ->
    [one] { $count } guest or bot cannot vote
   *[other] { $count } guests and bots cannot vote
}
vote-why-weak = The panel's result is weak
vote-why-tied = The panel is tied
vote-why-options-rejected = The agents find none of the options good
vote-why-flagged = The context seems to address the agents
vote-why-always = People always decide here
vote-why-asked = Put to a vote by { $who }
vote-why-rejected = The proposal was rejected
vote-why-reopened = Reopened by { $who }

## A person approves
approval-approvers = Approvers: { $approvers }
approval-not-asker = not the asker
approval-nobody = Nobody may approve this; put it to a vote.
approval-first = first answer counts
approval-until = until { $deadline }
approval-then-none = then: ends without a decision
approval-then-safest = then: the safest option, unapproved
approval-then-draw = then: drawn by lot
approval-approved = { $option }: approved by { $who }, { $when }
approval-rejected = { $option }: rejected by { $who }, { $when }
approval-reason = "{ $reason }"
approval-called-off = The proposal is off: nobody needs to answer it any more.
approval-elsewhere = The proposal is answered there: { $where }
approval-already = Already approved by { $who } at { $when }
approval-rejected-already = Already rejected by { $who } at { $when }

## What came of it
outcome-recorded = What came of it: { $what } (recorded by { $who }, { $when })
outcome-recorded-held = it held
outcome-recorded-partly = it held in part
outcome-recorded-did-not = it did not hold
outcome-recorded-too-early = too early to tell
outcome-recorded-overridden = decided otherwise
outcome-recorded-none = no outcome recorded

## Behind a card
details-options = Options
details-option = { $place }. { $option }
details-by-asker = the asker
details-by-agents = the quick ballots, the higher score counts
details-ballot = { $role } ({ $model }): { $option }
details-ballot-sure = { $role } ({ $model }): { $option }, { $percent } % sure
details-ranking = Ranking: { $ranking }
details-risk = Risk: { $risk }
details-moved = Changed its mind: from { $before } to { $after }
details-critique = { $role } ({ $model }) argues:
details-for = For { $option }: { $text }
details-against = Against { $option }: { $text }
details-moderator = What the moderator said
details-people = What people did
details-advisory = { $who }: { $option } (advisory, not counted)
details-vote = { $who }: { $option }
details-read = What was read and sent where
details-sent = Sent to: { $providers }
details-characters = { $source } { $ref }: { $used } of { $total } characters
details-comments = { $source } { $ref }: { $used } of { $total } comments
details-files = { $source } { $ref }: { $used } of { $total } files
details-issues = { $source } { $ref }: { $used } of { $total } issues
details-messages = { $source } { $ref }: { $used } of { $total } messages
details-cleaned = Hidden characters removed or shown: { $hidden } · secrets masked: { $masked }
details-cost = Cost and record

## Buttons
button-details = Details
button-vote = Put it to a vote
button-export = Export
button-abstain = Abstain
button-reason = Add a reason…
button-close = Close now
button-approve = Approve { $option }
button-reject = Reject…
button-rerun = Ask the panel again
button-cancel = Cancel
button-run = Run it anyway
button-show = Show { $id }
button-use = Use it
button-reopen = Reopen the vote
button-outcome = We decided otherwise…
button-edit = Edit

## What the panel and the terminal add
headline-decided-by = { $winner } · { $by }
headline-vote-after = Your vote is needed · { $panel }
line-dissent = Against, for { $option } ({ $role }): "{ $text }"
line-dissent-would-change = Against, for { $option } ({ $role }): "{ $text }" – what would change its mind: { $what }
line-side = { $option } ({ $agents ->
    [one] 1 agent
   *[other] { $agents } agents
}): { $text }
line-side-bare = { $option } ({ $agents ->
    [one] 1 agent
   *[other] { $agents } agents
})
line-side-against = Against { $option }: { $text }
approval-person = { $who }
base-agents-ranking = { $k } of { $asked } agents rank it above { $runner_up }

## Further lines
headline-budget = No result: the budget ended the panel after { $cast ->
    [one] { $cast } ballot
   *[other] { $cast } ballots
}, { $needed } are needed
line-count = { $option } { $count }
line-tripwire = Without the suspicious context an agent chose { $option } (shown, not counted)
offer-nobody-called = nobody was called to vote
offer-until = ends without a decision { $deadline } if nothing is chosen
undecided-nobody-asked = People may not be asked here, as it is configured.
vote-why-person = The question is about a person, so people decide
vote-why-stakes = The stakes are the highest, so people decide
