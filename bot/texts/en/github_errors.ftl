# How calls to GitHub fail

github-rate-limited = GitHub asks us to wait { $seconds } s; it is sent again by itself.
github-doubtful = GitHub did not say whether it took the message ({ $why }); it is looked for before it is sent again.
github-refused = GitHub refused ({ $why }); tell whoever runs this bot.
github-not-accessible = The app lacks a permission there ({ $needed }): have an owner of the account accept it in the app's settings on GitHub.
github-not-found = GitHub finds nothing there, or we may not see it: check that the app is installed for the repository.
github-not-installed = The app is not installed for that repository: have an owner add it in the app's settings on GitHub.
github-suspended = The app's installation is suspended: have an owner of the account lift that in its settings on GitHub.
github-gone = It was deleted on GitHub: ask again in a place that is still there.
github-locked = The conversation is locked: have somebody with write access unlock it, then ask again.
github-archived = The repository is archived and takes no comments: have an admin unarchive it, or ask elsewhere.
github-other-user = That login belongs to another account now: have the person act from their own account again.
github-bad-credentials = GitHub does not know the token: check GITHUB_TOKEN.
github-bad-key = GitHub does not take the app's signature: check GITHUB_APP_ID and GITHUB_PRIVATE_KEY.
github-clock = This computer's clock is off by { $seconds } s, so GitHub refuses the app's signature: set the clock, for example with NTP.
github-bad-app-id = { $name } is not a number: copy the App ID from the app's settings on GitHub.
github-unreadable-key = { $name } is not a private key: paste the whole PEM file of the app, or name it in GITHUB_PRIVATE_KEY_PATH.

## What doctor finds at GitHub
doctor-github = GitHub
doctor-github-permissions = GitHub permissions
doctor-github-events = GitHub events
doctor-github-clock = GitHub clock
doctor-github-webhook = GitHub webhook
doctor-github-lacks = In { $account } the app lacks { $permissions }: have an owner of the account accept it in the app's settings on GitHub.
doctor-github-suspended = The installation in { $account } is suspended, so nothing is read or answered there: have an owner lift that.
doctor-github-nowhere = The app is installed nowhere yet: install it in the account whose repositories should have it.
doctor-github-unheard = The app does not hear { $events }: subscribe to it in the app's settings on GitHub.
doctor-github-clock-unsaid = GitHub did not say what time it is.
github-members-unknown = Who may vote cannot be read on GitHub now, so no vote was opened: check the names of teams and people, and whether the app may read the organisation's members, then try again.
github-closed = This pull request is merged or closed, so there is nothing left to merge: reopen it, or ask a question of your own behind `/consensus`.
github-hidden = Comments can be read by all, so a vote with a hidden tally is not taken here: leave --hide and `hidden` out, name a Slack channel with --in, or ask in Slack.
github-hidden-unlinked = A vote with a hidden tally is taken in Slack, where { $linked } of its voters are known and { $needed } are needed: have them say /consensus link in Slack, or leave --hide out.
