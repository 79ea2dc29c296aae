### What the program says about itself: its commands, flags and verbs.

about = Ask a panel of agents to decide a question, and keep a record that anybody can recount.
help-usage = usage
help-examples = examples
help-question = the question, with its options if there are some: "Postgres or MySQL for billing?"
help-id = the number of a decision, like D-42
help-rehearsal = No model was found, so this is a rehearsal: set a provider's key, for example OPENAI_API_KEY, for real advice.

## Commands of the terminal
help-command-decide = ask the panel and wait for the verdict
help-command-tally = count ballots from a file, without any agent
help-command-show = show one decision
help-command-list = list decisions, the newest first
help-command-search = find decisions by words
help-command-verify = recount a decision and check its seals
help-command-export = write a decision as a document
help-command-resume = go on with a decision that was stopped
help-command-serve = answer Slack and GitHub
help-command-worker = work on decisions without answering anybody
help-command-doctor = check keys, models, database and clock
help-command-manifest = print what Slack or GitHub needs to install the app
help-command-migrate = bring the database to this version

## Flags
help-flag-option = one of the options; say it again for each
help-flag-safest-first = the options are given in order, the safest first
help-flag-rule = how the ballots are counted
help-flag-stakes = how bad a wrong answer would be
help-flag-qualify = uncertainty, stakes and plurality, 0 to 3 each, like 2,3,1
help-flag-human = people vote in any case
help-flag-debate = whether the agents argue: when they must, never, always
help-flag-lang = the language of the answer
help-flag-profile = a named set of settings
help-flag-voters = who may vote: a group, a team or people
help-flag-quorum = fewest votes with a choice
help-flag-close = how long a vote stays open, like 24h
help-flag-hide = hide the tally until the vote closes
help-flag-in = a further place where the decision is shown
help-flag-budget = most US dollars to spend on this decision
help-flag-context = a file that the agents read, or - for standard input
help-flag-json = print one JSON object
help-flag-explain = tell each step and why it was taken

## Verbs of the chat
help-verb-help = this help
help-verb-status = what is open here and waits for you
help-verb-show = show a decision
help-verb-list = list decisions
help-verb-search = find decisions by words
help-verb-why = how a verdict came about
help-verb-verify = recount a decision and check its seals
help-verb-export = write a decision as a document
help-verb-run = ask the panel although it looks like a fact
help-verb-vote = vote for an option
help-verb-approve = approve the proposal
help-verb-reject = reject the proposal, with a reason
help-verb-close = close the vote now
help-verb-extend = move the deadline
help-verb-cancel = cancel a decision
help-verb-reopen = open a new vote on the same decision
help-verb-rerun = ask the panel again, as a new decision
help-verb-outcome = record what came of it
help-verb-link = link your Slack and GitHub accounts

## What serve and doctor report
part-on = { $part }: on
part-off = { $part }: off, { $why }
part-lacks = { $name } is not set
check-good = { $check }: good
check-bad = { $check }: { $problem }
stopped = Stopped. Go on with: python -m bot resume { $id }
help-command-vote = vote on a decision; at the terminal you are the whole electorate
help-command-approve = approve the proposal of a deadlocked decision
help-command-reject = reject the proposal, with a reason
help-command-run = ask the panel although the question looks like a fact
help-command-cancel = withdraw a decision that has not ended
help-limit = the most to show
help-state = open, ended, strong, moderate, weak, or a status as --json names it
help-words = words of the question, the options or the reasons
help-choice = an option, or "abstain" unless an option is called so
help-because = the reason
help-file = a JSON file of ballots, or - for standard input
help-rule = majority, supermajority, weighted, confidence_weighted or borda
help-ids = the decisions to check; without any, all
help-format = md for a page to read, json for the whole record
help-json = print JSON

## At the terminal
terminal-you = you
terminal-next = What you can do:
terminal-do-cast = python -m bot vote { $id } "{ $option }"
terminal-do-abstain = python -m bot vote { $id } { $word }
terminal-do-approve = python -m bot approve { $id }   (approves { $option })
terminal-do-reject = python -m bot reject { $id } --because "…"
terminal-do-vote = python -m bot vote { $id } "…"   (put it to a vote)
terminal-do-close = python -m bot resume { $id }
terminal-do-run = python -m bot run { $id }   (ask the panel anyway)
terminal-do-cancel = python -m bot cancel { $id }
terminal-do-rerun = python -m bot decide "…"   (ask the panel again)
terminal-do-reopen = python -m bot vote { $id } "…"   (reopens the vote)
terminal-do-show = python -m bot show { $id }   (what replaced this one)
terminal-parked = Stopped; nothing is lost. Go on with: python -m bot resume { $id }
terminal-nothing-found = Nothing found.
terminal-nothing-to-verify = There is no decision yet, so there is nothing to verify.
terminal-closes-itself = Everybody has voted: the vote closes a minute after the last vote, and then this ends it: python -m bot resume { $id }
word-abstain = abstain
terminal-migrated = The database is up to date.
live-title = { $id } · round { $round } of 3 · { $calls ->
    [one] { $calls } call
   *[other] { $calls } calls
} · { $cost }
live-heard = answered
live-thinking = thinking…
keyboard-vote = Your vote decides. The options:
    { $options }
    { "  " }0 abstain
    Number (empty: leave it open):{ " " }
keyboard-vote-again = A number from 0 to { $most }, or empty to leave it open:{ " " }
keyboard-vote-unclear = "{ $answer }" is a number of the list and also the text of another option: type #{ $answer } for the number, "{ $answer }" in quotes for the text:{ " " }
keyboard-reason = Why? (may be empty):{ " " }
keyboard-reason-needed = Why? (needed to reject):{ " " }
keyboard-approve = Approve { $option }? a = approve, r = reject, v = put it to a vote, empty = leave it open:{ " " }
keyboard-run = Ask the panel anyway? y/n:{ " " }
keyboard-letters-approve = a approve yes y
keyboard-letters-reject = r reject no n
keyboard-letters-vote = v vote
keyboard-letters-yes = y yes

## verify
verify-whole = { $id }: whole · { $events } events · chain, fold, recount and summary agree · head { $hash }
verify-broken = { $id }: BROKEN · { $why }

## --explain
explain-not-qualified = Not qualified: nobody stated the axes and no quick ballot scored them.
explain-qualified = Qualified { $by }: uncertainty { $uncertainty }, stakes { $stakes }, plurality { $plurality } → { $route }
explain-by-stated = as stated
explain-by-agents = by the two quick ballots, the higher score counts
explain-route-quick = two agents first, more only if they disagree or hesitate
explain-route-full = the full panel at once
explain-rule-auto = Rule: { $rule }, chosen by the question · { $human }
explain-rule-stated = Rule: { $rule }, as stated · { $human }
explain-human-on-weak = people decide what the panel cannot settle
explain-human-always = people decide in any case
explain-human-never = people are not asked
explain-seat = - { $role } ({ $model }, temperature { $temperature }): { $framing }
explain-shares = Agreement { $agreement } and support { $support } of { $asked } asked; { $cast } ballots with a choice
explain-pairs = Of all pairs of ballots { $share } agree
explain-percent = { $number }%
explain-interval = If the voters were independent, which agents are not: 95% interval { $low } to { $high } of the share

## export
export-why = Why
export-people = People
export-numbers = Numbers
export-ballots = Ballots
export-record = Record
export-columns = | Round | Agent | Choice | Confidence | Model |
export-risk = Risk: { $risk }
export-check = Check it: `python -m bot verify { $id }` must say head { $hash }.
export-tripwire = without the context (not counted)
