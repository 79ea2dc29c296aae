### Sentences for errors: what is wrong and what to do.

## Configuration: the operator can mend it
config-unreadable = The settings file { $path } cannot be read: check that it exists, is readable and is UTF-8 text.
config-no-file = { $path } is no text file of at most { $most } kB: shorten it, or put such a file there.
config-syntax = The settings file { $path } is no valid TOML in line { $line }: correct that line.
config-unknown-key = Line { $line } of the settings: there is no { $setting }; the nearest key is "{ $nearest }".
config-missing-key = Line { $line } of the settings: { $setting } is missing; add it.
config-bad-choice = Line { $line } of the settings: { $setting } must be one of { $choices }.
config-bad-value = Line { $line } of the settings: { $setting } must look like { $expected }.
config-at-line = Line { $line } of the settings: { $what }
config-operators = Line { $line } of the settings: only the operator of this bot can set { $setting }; leave it away here.
config-loosens = Line { $line } of the settings: { $setting } is looser than the operator of this bot allows; make it stricter or leave it away.
config-too-soon = Line { $line } of the settings: { $setting } must leave people at least five minutes.
config-model-not-offered = Line { $line } of the settings: the model { $model } is not offered to "{ $role }"; choose one of { $choices }, or leave the model away.
config-no-models = Line { $line } of the settings: the operator of this bot offers no models to choose from, not { $model } either; leave the model away.
config-role-without-model = Line { $line } of the settings: there is no model for "{ $role }"; take one of the operator's roles: { $choices }.
agent-incomplete = The agent "{ $role }" is not of the default panel: give it a { $setting } in the settings.
env-bad-port = { $name } must be a number from 1 to 65535: correct it in the environment.
env-unreadable-file = { $name } names { $path }, which cannot be read: check the path and its permissions.
env-too-many-secrets = { $name } holds { $count } secrets; keep at most two, separated by a comma.
missing-key = The model { $model } needs { $name } in the environment: set it, or choose another model in the settings.

## Flags and values: who asked can mend it
unknown-flag = There is no flag --{ $flag }; the nearest is --{ $nearest }. If it belongs to your question, put it in quotes.
flag-needs-value = --{ $flag } needs a value after it: add one, or leave the flag away.
flag-bad-choice = --{ $flag } cannot be "{ $value }"; did you mean { $nearest }? Choose one of { $choices }.
flag-bad-number = --{ $flag } cannot be "{ $value }": write a whole number from 1 on.
flag-twice = --{ $flag } is given twice with different values; keep one.
bad-duration = "{ $value }" is no duration: write it like 90m, 24h, 3d or 1w.
bad-money = "{ $value }" is no amount in US dollars: write it like 0.50 or $2.
bad-axes = "{ $value }" are no scores: write uncertainty, stakes and plurality from 0 to 3, like 2,3,1.
unknown-profile = There is no profile "{ $name }"; the nearest is "{ $nearest }".
no-profiles = There is no profile "{ $name }": the settings hold no profiles.

## Questions and panels
question-empty = There is no question: write what has to be decided.
question-too-long = The question has { $length } characters; shorten it to at most { $limit } and put the rest into the context.
option-empty = Option { $place } is empty: write it out or leave it away.
option-too-long = Option { $place } has { $length } characters; shorten it to at most { $limit }.
options-all-the-same = All { $count } options say the same ("{ $option }"): name at least two different ones, or none for a yes/no question.
too-many-options = There are { $count } options; keep at most { $limit }.
safety-order-not-all-options = The safety order "{ $order }" must name each of the { $count } options exactly once.
panel-size = A panel has 3, 5 or 7 agents, not { $count }: add or remove agents.
panel-role-twice = Two agents have the role "{ $role }": give each its own role.
panel-weight = The weight { $weight } of "{ $role }" is outside 1000 to 2000: nobody may count more than twice as much as another.
panel-too-alike = The agents "{ $first }" and "{ $second }" differ in fewer than two ways: change the framing, temperature, model or context of one.
panel-role-reserved = The role "{ $role }" is used by the program itself: choose another name.

## Tallies
tally-empty = There is nothing to count: give one JSON object with options and ballots.
tally-not-object = The ballots must come as one JSON object with options and ballots.
tally-not-json = The ballots are not valid JSON: correct line { $line }.
tally-no-number = "{ $number }" is not a number that can be counted: write a plain decimal.
tally-field-twice = The field "{ $field }" stands twice in one object: keep one of them.
tally-missing-field = { $place } is missing{ $whose ->
    [voter] { " " }in the ballot of "{ $voter }"
   *[nobody] { "" }
}: add it.
tally-unknown-field = { $place }{ $whose ->
    [voter] { " " }in the ballot of "{ $voter }"
   *[nobody] { "" }
} is not a known field: use only { $known }.
tally-bad-value = { $place }{ $whose ->
    [voter] { " " }in the ballot of "{ $voter }"
   *[nobody] { "" }
} must be { $field ->
    [options] a list of at least one option, each a text that can be seen
    [ballots] a list of ballots, each an object
    [safety_order] a list of all options, or null
    [option] a text that can be seen
    [ballot] an object with voter and choice
    [voter] a text that can be seen
    [choice] one of the options as text, or null
    [confidence] a number from 0 to 1, or null
    [ranking] a list of options, best first, with tied options in a list of their own
    [weight] a number above 0, at most 1000, with at most three decimals
   *[other] what the field needs
}.
tally-equal-options = The options "{ $one }" and "{ $other }" are the same to a reader: keep one of them.
tally-voter-twice = The voter "{ $voter }" is there twice: keep one ballot.
tally-no-option = The ballot of "{ $voter }" names "{ $option }", which is not one of the options: correct it.
tally-ranked-twice = The ballot of "{ $voter }" ranks "{ $option }" twice: keep one place.
tally-choice-not-first = The ballot of "{ $voter }" chooses "{ $choice }" but does not rank it first: make them agree.
tally-null-with-ranking = The ballot of "{ $voter }" abstains and yet ranks options: remove one of the two.
tally-no-choice = The ballot of "{ $voter }" has no choice: name one, or write null to abstain.
tally-safety-order = The safety order must name every option exactly once: complete it.

## The record
already-open = This question is already open here as { $id }: follow it there.
no-such-decision = There is no decision { $id } that you can see: check its number.
lease-lost = Another process is working on { $id } now; nothing was written here, and it goes on there.
record-unavailable = The record cannot be read or written just now: check the disk and who else uses the database, then try again.
broken-gap = Event { $seq } is missing from the record: restore it from a backup.
broken-hash = Event { $seq } is not what its hash says: the record was changed, restore it from a backup.
broken-time = Event { $seq } is dated before the one in front of it: the record was changed, restore it from a backup.
broken-facts = The facts of event { $seq } cannot be read as they were written: the record was changed, restore it from a backup.
broken-words = The words of event { $seq } do not match their digest: the record was changed, restore it from a backup.
broken-erasure = The words of event { $seq } are gone although nobody erased them: restore it from a backup.
broken-projection = The summary of the decision does not match its events up to { $seq }: restore the record from a backup.
database-unsupported = DATABASE_URL must name a SQLite file, for example sqlite:///consensus.db.
database-foreign = The database holds tables of another program: give DATABASE_URL a file of its own.
database-missing = There is no database { $path } yet: check DATABASE_URL and the folder, or ask a first question with "python -m bot decide".
database-newer = The database was written by a newer version: update this program.
database-older = The database was written by an older version: run "python -m bot migrate".
database-unwritable = The database { $path } cannot be written: check that its folder exists, that both may be written, and that no other program holds it.
database-unreadable = The file { $path } is not a database or is damaged: give DATABASE_URL another file or restore this one from a backup.

## Commands and files of the terminal
usage-missing = Missing: { $what }. See "{ $program } --help".
flag-takes-no-value = --{ $flag } takes no value: leave it away.
usage-not-text = The command line is no text in UTF-8: type it again, or set the encoding of the terminal to UTF-8.
usage-unknown-flag = There is no flag --{ $flag } here; the nearest is --{ $nearest }.
usage-too-many = "{ $word }" is one word too many: put a question with several words in quotes.
unknown-command = There is no command "{ $command }"; did you mean "{ $nearest }"?
list-unknown-state = There is no state "{ $state }"; did you mean { $nearest }? Choose one of { $known }.
quorum-beyond-terminal = --quorum { $quorum } cannot be reached at the terminal, where only you vote: leave it out.
usage-flag-first = { $flag } stands before the command: write the command first and its flags after it, see "{ $program } --help".
flag-not-in-terminal = --{ $flag } is for Slack and GitHub: at the terminal only you vote and see it; leave it out.
file-unreadable = { $source ->
    [stdin] Standard input cannot be read: send it a file or give a path.
   *[file] The file { $file } cannot be read: check its path and its permissions.
}
file-too-large = { $source ->
    [stdin] Standard input is too long: at most { $most } kB are read, give the part that matters.
   *[file] The file { $file } is too large: at most { $most } kB are read, give the part that matters.
}
file-not-text = { $source ->
    [stdin] Standard input is no text in UTF-8: send it a text file.
   *[file] The file { $file } is no text in UTF-8: give a text file.
}
error-ours = Something went wrong on our side; nothing recorded is lost. Run it again, and report it if it stays.

## The order of things
illegal-opened-twice = A decision is opened once.
illegal-unknown-seat = The seat { $seat } is not on this panel.
illegal-heard-twice = The seat { $seat } was already heard in this round.
illegal-round = Round { $round } is not under way.
illegal-actor = Only the program itself records this.
illegal-unknown-option = { $option } is not an option of this decision: name one of those on its card.
illegal-contradiction = A ballot whose ranking does not begin with its choice cannot be recorded.
illegal-tripwire = Only the ballot without context stays uncounted.
illegal-carried = Only a ballot of the first round can be carried over.
illegal-not-now = This is not what comes next in this decision ({ $kind }): look at its newest card.
illegal-vote = This vote does not fit the decision: look at its newest card, then ask for the vote there.
illegal-tally = This is not what the votes amount to.
vote-already-open = Vote { $number } on this decision is still open: vote there.
vote-before-panel = The panel is still at work: wait for its result, then put it to a vote.
vote-after-cancel = This decision was cancelled: ask again instead.
vote-closed = No vote is open on this decision: look at its card for how it stands, or put it to a vote.
vote-not-eligible = You are not on the list of voters that was frozen when this vote opened: tell one of them what you think, or ask for a new vote.
vote-counts = You are on the list of this vote, so your vote counts: vote in the usual way.
vote-stands = You voted while you could, and that vote counts: it stays as it is, so tell one of the voters what you think now.
vote-advisory-often = You have said what you think { $most } times in this vote, and no more is kept: tell one of the voters.
vote-advisory-full = { $most } people outside the list have said what they think, and no more are kept: tell one of the voters.
vote-unknown-option = That is not an option of this vote: name one of its options, or abstain.
vote-no-such-option = That is not an option of this vote ({ $options }): write one of them, for example `/consensus vote { $id } { $choice }`, or abstain with `/consensus vote { $id } abstain`
vote-unchanged = Your vote is already recorded like this: choose another option to change it.
vote-close-needs-quorum = Closing now needs { $quorum ->
    [one] { $quorum } vote
   *[other] { $quorum } votes
} with a choice: wait for them, or for the deadline.
extend-nothing-open = Nothing is open whose deadline could move: look at the card for how the decision stands.
extend-too-soon = The new deadline must be at least five minutes ahead: choose a later one.
vote-first = You have not voted yet: vote first, then give your reason.
approve-nothing-open = No proposal is open on this decision: look at its card for how it stands.
approve-stale = This proposal is no longer the open one: look at the newest card.
card-stale = This card is no longer the newest one of that decision: use the buttons of the newest card.
approve-not-approver = You are not an approver of this proposal: ask one of those named on its card.
reject-needs-reason = Say why you reject it: add a reason.
run-not-refused = The panel has not refused this question, so there is nothing to run anyway: to have it asked once more, ask the panel again.
cancel-ended = This decision has already ended: ask the panel again, or record what came of it.
superseded-already = This decision was already replaced by { $id }: go on there.
erase-unknown-event = There is no such event to erase.
broken-start = Event { $seq } does not open a decision: restore the record from a backup.
broken-recount = Event { $seq } does not follow from the events before it ({ $why }): the record was changed, restore it from a backup.
context-off = The settings allow no context here: leave --context out, or change [context] mode.
context-provider = The provider { $provider } of { $model } may not see a context: choose another model, or add it to [context] providers.

verb-too-much = "{ $verb }" does not take "{ $rest }": leave it away, or put the question in quotes.
outcome-unknown = "{ $value }" is no outcome: choose one of { $choices }.
members-unknown = Who may vote here cannot be read right now, so no vote was opened: try again in a minute, or invite me with /invite @consensus.
flag-loosens = --{ $flag } would loosen what is configured here: leave it away, or have the configuration changed.

slack-secret-missing = Without SLACK_SIGNING_SECRET anybody could speak for Slack: set it, or use Socket Mode with SLACK_APP_TOKEN.
github-secret-missing = Without GITHUB_WEBHOOK_SECRET anybody could speak for GitHub: set it to the secret of the webhook.

delivery-lost = Another process has taken over the request { $delivery }; nothing was written here, and it goes on there.
too-fast = That was more than { $most } requests from you here in { $minutes } minutes, so I take no more of them for now: wait { $minutes } minutes.
limit-thread = { $limit ->
    [one] { $limit } decision is
   *[other] { $limit } decisions are
 } open in this thread already, the newest is { $id }: finish or cancel one of them, then ask again.
limit-bot-thread = A bot has asked in this thread already, in { $id }: so that bots do not answer each other without end, a person has to ask here.
limit-person = You have opened { $limit ->
    [one] { $limit } decision
   *[other] { $limit } decisions
 } in the last 24 hours, which is the limit: ask again in { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
 }, or let somebody else ask.
limit-channel = This channel has opened { $limit ->
    [one] { $limit } decision
   *[other] { $limit } decisions
 } in the last 24 hours, which is the limit: ask again in { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
 }.
limit-workspace = This workspace has opened { $limit ->
    [one] { $limit } decision
   *[other] { $limit } decisions
 } in the last 24 hours, which is the limit: ask again in { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
 }.
limit-push = Pushes have had this asked again { $limit ->
    [one] { $limit } time
   *[other] { $limit } times
} in the last 24 hours, which is the limit: ask again yourself, or push again in { $hours ->
    [one] { $hours } hour
   *[other] { $hours } hours
}.
limit-money = The money for the last 24 hours is spent or set aside: ask again later, or have the operator raise the limit.

## Two accounts of one person
link-done = This account is yours in Slack too now: whatever you do in either place counts as done by one person.
link-unknown = This code does not work, or no longer: say `/consensus link` in Slack and post the new code here within 10 minutes.
link-already = One of the two accounts is linked already, so nothing was changed: each person has one account on each platform.
link-busy = This account takes part in { $id }, which is still open: when that has ended, say `/consensus link` in Slack and post the new code here.
link-limited = Too many wrong codes came from this account: wait an hour, then say `/consensus link` in Slack and post the new code here.

## One decision on several platforms
extend-how = Say by how much, for example: `/consensus extend { $id } 24h`
outcome-early = Nothing has come of this decision yet: say what came of it once it has been decided.
outcome-how = Say what came of it, for example: `/consensus outcome { $id } held` – or partly, did not, too early, decided otherwise.
question-erased = The words of { $id } were erased, so it cannot be asked again: write the question anew.
answered-elsewhere = The answers to { $id } are taken { $place ->
    [slack] in Slack
    [github] on GitHub
   *[other] in the terminal
}: give yours there.
asked-elsewhere = { $id } was asked { $place ->
    [slack] in Slack
    [github] on GitHub
   *[other] in the terminal
}: do that there.
rerun-elsewhere = { $id } can only be asked again in the conversation where it was asked: say it { $address }.
permission-own = I act as { $login } here, so that account neither votes nor approves: do it from an account of your own.
permission-start = Only people with { $level } access or more can ask here: ask one of them to.
voters-nobody = Nobody of those could vote here: name people or teams that can be found on GitHub.
voters-too-few = Of those, { $found ->
    [one] one person
   *[other] { $found } people
 } could vote here, and { $needed } are needed, so that no few decide for all: name more people, or leave --voters out.
voters-unknown = There is no GitHub account "{ $name }": write the login as @login, or a team as @organisation/team.
search-words = Say which words to look for, for example: `/consensus search retry policy`
in-unknown = There is no place "{ $name }" where I can write and you may ask: name a Slack channel as #channel, or an issue as `owner/repository#12`, where both is so.
in-off = I do not work on { $platform } here: have the operator of this bot switch it on, or leave --in away.
in-not-linked = I cannot tell who you are there: say `/consensus link` in Slack, post the code on GitHub, then ask again.
in-more-public = More people could read it there than here, so somebody who approves decisions here has to ask for that: ask one of them, or leave --in away.
