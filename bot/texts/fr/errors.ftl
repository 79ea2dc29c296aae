### Phrases pour les erreurs : ce qui ne va pas et que faire.

## Configuration : l'exploitant peut corriger
config-unreadable = Le fichier de réglages { $path } ne peut pas être lu : vérifiez qu’il existe, qu’il est lisible et en UTF-8.
config-no-file = { $path } n’est pas un fichier texte de { $most } ko au plus : raccourcissez-le, ou mettez-y un tel fichier.
config-syntax = Le fichier de réglages { $path } n’est pas du TOML valide à la ligne { $line } : corrigez cette ligne.
config-unknown-key = Ligne { $line } des réglages : { $setting } n’existe pas ; la clé la plus proche est « { $nearest } ».
config-missing-key = Ligne { $line } des réglages : { $setting } manque ; ajoutez cette clé.
config-bad-choice = Ligne { $line } des réglages : { $setting } doit être l’une des valeurs { $choices }.
config-bad-value = Ligne { $line } des réglages : { $setting } doit ressembler à { $expected }.
config-at-line = Ligne { $line } des réglages : { $what }
config-operators = Ligne { $line } des réglages : seul l’exploitant de ce robot peut régler { $setting } ; retirez-le ici.
config-loosens = Ligne { $line } des réglages : { $setting } est moins strict que ce que l’exploitant de ce robot permet ; rendez-le plus strict ou retirez-le.
config-too-soon = Ligne { $line } des réglages : { $setting } doit laisser aux gens au moins cinq minutes.
config-model-not-offered = Ligne { $line } des réglages : le modèle { $model } n’est pas proposé à « { $role } » ; choisissez parmi { $choices }, ou retirez le modèle.
config-no-models = Ligne { $line } des réglages : l’exploitant de ce robot ne propose aucun modèle au choix, { $model } non plus ; retirez le modèle.
config-role-without-model = Ligne { $line } des réglages : il n’y a pas de modèle pour « { $role } » ; prenez un des rôles de l’exploitant : { $choices }.
agent-incomplete = L’agent « { $role } » n’est pas du panel par défaut : donnez-lui { $setting } dans les réglages.
env-bad-port = { $name } doit être un nombre de 1 à 65535 : corrigez-le dans l’environnement.
env-unreadable-file = { $name } désigne { $path }, qui ne peut pas être lu : vérifiez le chemin et les droits.
env-too-many-secrets = { $name } contient { $count } secrets ; gardez-en deux au plus, séparés par une virgule.
missing-key = Le modèle { $model } a besoin de { $name } dans l’environnement : définissez cette variable ou choisissez un autre modèle.

## Options de commande et valeurs : la personne qui demande peut corriger
unknown-flag = L’option --{ $flag } n’existe pas ; la plus proche est --{ $nearest }. Si elle fait partie de votre question, mettez-la entre guillemets.
flag-needs-value = --{ $flag } doit être suivie d’une valeur : ajoutez-en une, ou retirez l’option.
flag-bad-choice = --{ $flag } ne peut pas être « { $value } » ; vouliez-vous dire { $nearest } ? Choisissez parmi { $choices }.
flag-bad-number = --{ $flag } ne peut pas être « { $value } » : écrivez un nombre entier à partir de 1.
flag-twice = --{ $flag } est donnée deux fois avec des valeurs différentes ; n’en gardez qu’une.
bad-duration = « { $value } » n’est pas une durée : écrivez par exemple 90m, 24h, 3d ou 1w.
bad-money = « { $value } » n’est pas un montant en dollars : écrivez par exemple 0.50 ou $2.
bad-axes = « { $value } » ne sont pas des notes : écrivez incertitude, enjeu et pluralité de 0 à 3, par exemple 2,3,1.
unknown-profile = Le profil « { $name } » n’existe pas ; le plus proche est « { $nearest } ».
no-profiles = Le profil « { $name } » n’existe pas : les réglages ne contiennent aucun profil.

## Questions et panels
question-empty = Il n’y a pas de question : écrivez ce qu’il faut décider.
question-too-long = La question compte { $length } caractères ; raccourcissez-la à { $limit } au plus et mettez le reste dans le contexte.
option-empty = L’option { $place } est vide : écrivez-la ou retirez-la.
option-too-long = L’option { $place } compte { $length } caractères ; raccourcissez-la à { $limit } au plus.
options-all-the-same = Les { $count } options disent la même chose (« { $option } ») : nommez-en au moins deux différentes, ou aucune pour une question oui/non.
too-many-options = Il y a { $count } options ; gardez-en { $limit } au plus.
safety-order-not-all-options = L’ordre de sûreté « { $order } » doit nommer chacune des { $count } options exactement une fois.
panel-size = Un panel compte 3, 5 ou 7 agents, pas { $count } : ajoutez ou retirez des agents.
panel-role-twice = Deux agents ont le rôle « { $role } » : donnez à chacun le sien.
panel-weight = Le poids { $weight } de « { $role } » sort de l’intervalle 1000 à 2000 : personne ne peut compter plus du double d’un autre.
panel-too-alike = Les agents « { $first } » et « { $second } » diffèrent par moins de deux points : changez le cadrage, la température, le modèle ou le contexte de l’un d’eux.
panel-role-reserved = Le rôle « { $role } » est utilisé par le programme lui-même : choisissez un autre nom.

## Décomptes
tally-empty = Il n’y a rien à compter : donnez un objet JSON avec options et ballots.
tally-not-object = Les bulletins doivent venir dans un seul objet JSON avec options et ballots.
tally-not-json = Les bulletins ne sont pas du JSON valide : corrigez la ligne { $line }.
tally-no-number = « { $number } » n’est pas un nombre que l’on peut compter : écrivez un nombre décimal simple.
tally-field-twice = Le champ « { $field } » figure deux fois dans un même objet : n’en gardez qu’un.
tally-missing-field = { $place } manque{ $whose ->
    [voter] { " " }dans le bulletin de « { $voter } »
   *[nobody] { "" }
} : ajoutez-le.
tally-unknown-field = { $place }{ $whose ->
    [voter] { " " }dans le bulletin de « { $voter } »
   *[nobody] { "" }
} n’est pas un champ connu : n’utilisez que { $known }.
tally-bad-value = { $place }{ $whose ->
    [voter] { " " }dans le bulletin de « { $voter } »
   *[nobody] { "" }
} doit être { $field ->
    [options] une liste d’au moins une option, chacune un texte visible
    [ballots] une liste de bulletins, chacun un objet
    [safety_order] une liste de toutes les options, ou null
    [option] un texte visible
    [ballot] un objet avec voter et choice
    [voter] un texte visible
    [choice] le texte d’une des options, ou null
    [confidence] un nombre de 0 à 1, ou null
    [ranking] une liste d’options, la meilleure d’abord, les ex æquo dans une liste à part
    [weight] un nombre supérieur à 0, au plus 1000, avec trois décimales au plus
   *[other] ce que demande le champ
}.
tally-equal-options = Les options « { $one } » et « { $other } » sont les mêmes pour un lecteur : n’en gardez qu’une.
tally-voter-twice = Le votant « { $voter } » figure deux fois : ne gardez qu’un bulletin.
tally-no-option = Le bulletin de « { $voter } » nomme « { $option } », qui n’est pas une des options : corrigez-le.
tally-ranked-twice = Le bulletin de « { $voter } » classe « { $option } » deux fois : ne gardez qu’une place.
tally-choice-not-first = Le bulletin de « { $voter } » choisit « { $choice } » sans le classer premier : accordez les deux.
tally-null-with-ranking = Le bulletin de « { $voter } » s’abstient mais classe des options : supprimez l’un des deux.
tally-no-choice = Le bulletin de « { $voter } » n’a pas de choix : indiquez-en un, ou écrivez null pour s’abstenir.
tally-safety-order = L’ordre de prudence doit nommer chaque option exactement une fois : complétez-le.

## Le registre
already-open = Cette question est déjà ouverte ici sous { $id } : suivez-la là-bas.
no-such-decision = Il n’y a pas de décision { $id } que vous puissiez voir : vérifiez son numéro.
lease-lost = Un autre processus travaille maintenant sur { $id } ; rien n’a été écrit ici, et cela continue là-bas.
record-unavailable = Le registre ne peut être ni lu ni écrit pour l’instant : vérifiez le disque et qui d’autre utilise la base, puis réessayez.
broken-gap = L’événement { $seq } manque au registre : restaurez-le depuis une sauvegarde.
broken-hash = L’événement { $seq } ne correspond pas à son empreinte : le registre a été modifié, restaurez-le depuis une sauvegarde.
broken-time = L’événement { $seq } est daté d’avant celui qui le précède : le registre a été modifié, restaurez-le depuis une sauvegarde.
broken-facts = Les faits de l’événement { $seq } ne se lisent plus comme ils ont été écrits : le registre a été modifié, restaurez-le depuis une sauvegarde.
broken-words = Les mots de l’événement { $seq } ne correspondent pas à leur empreinte : le registre a été modifié, restaurez-le depuis une sauvegarde.
broken-erasure = Les mots de l’événement { $seq } ont disparu sans que personne les ait effacés : restaurez-les depuis une sauvegarde.
broken-projection = Le résumé de la décision ne correspond pas à ses événements jusqu’à { $seq } : restaurez le registre depuis une sauvegarde.
database-unsupported = DATABASE_URL doit désigner un fichier SQLite, par exemple sqlite:///consensus.db.
database-foreign = La base contient les tables d’un autre programme : donnez à DATABASE_URL un fichier à elle.
database-missing = La base { $path } n’existe pas encore : vérifiez DATABASE_URL et le dossier, ou posez une première question avec « python -m bot decide ».
database-newer = La base a été écrite par une version plus récente : mettez ce programme à jour.
database-older = La base a été écrite par une version plus ancienne : lancez « python -m bot migrate ».
database-unwritable = La base { $path } ne peut pas être écrite : vérifiez que son dossier existe, que les deux sont accessibles en écriture et qu’aucun autre programme ne la retient.
database-unreadable = Le fichier { $path } n’est pas une base de données ou il est abîmé : donnez un autre fichier à DATABASE_URL ou restaurez celui-ci depuis une sauvegarde.

## Commandes et fichiers du terminal
usage-missing = Il manque : { $what }. Voyez « { $program } --help ».
flag-takes-no-value = --{ $flag } ne prend pas de valeur : retirez-la.
usage-not-text = La ligne de commande n’est pas du texte en UTF-8 : tapez-la à nouveau, ou réglez l’encodage du terminal sur UTF-8.
usage-unknown-flag = L’option --{ $flag } n’existe pas ici ; la plus proche est --{ $nearest }.
usage-too-many = « { $word } » est un mot de trop : mettez une question de plusieurs mots entre guillemets.
unknown-command = La commande « { $command } » n’existe pas ; vouliez-vous dire « { $nearest } » ?
list-unknown-state = L’état « { $state } » n’existe pas ; vouliez-vous dire { $nearest } ? Choisissez parmi { $known }.
quorum-beyond-terminal = --quorum { $quorum } ne peut pas être atteint au terminal, où vous seul votez : retirez-le.
usage-flag-first = { $flag } est placé avant la commande : écrivez d’abord la commande, puis ses options, voyez « { $program } --help ».
flag-not-in-terminal = --{ $flag } est pour Slack et GitHub : au terminal, vous seul votez et voyez ; retirez-le.
file-unreadable = { $source ->
    [stdin] L’entrée standard ne peut pas être lue : envoyez-lui un fichier ou donnez un chemin.
   *[file] Le fichier { $file } ne peut pas être lu : vérifiez son chemin et ses droits.
}
file-too-large = { $source ->
    [stdin] L’entrée standard est trop longue : { $most } ko au plus sont lus, donnez la partie utile.
   *[file] Le fichier { $file } est trop grand : { $most } ko au plus sont lus, donnez la partie utile.
}
file-not-text = { $source ->
    [stdin] L’entrée standard n’est pas un texte en UTF-8 : envoyez-lui un fichier texte.
   *[file] Le fichier { $file } n’est pas un texte en UTF-8 : donnez un fichier texte.
}
error-ours = Une erreur s’est produite de notre côté ; rien d’enregistré n’est perdu. Recommencez, et signalez-la si elle persiste.

## L'ordre des choses
illegal-opened-twice = Une décision ne s’ouvre qu’une fois.
illegal-unknown-seat = Le siège { $seat } ne fait pas partie de ce panel.
illegal-heard-twice = Le siège { $seat } a déjà été entendu dans ce tour.
illegal-round = Le tour { $round } n’est pas en cours.
illegal-actor = Seul le programme enregistre cela.
illegal-unknown-option = { $option } n’est pas une option de cette décision : nommez l’une de celles de sa carte.
illegal-contradiction = Un bulletin dont le classement ne commence pas par son choix ne peut être enregistré.
illegal-tripwire = Seul le bulletin sans contexte n’est pas compté.
illegal-carried = Seul un bulletin du premier tour peut être reporté.
illegal-not-now = Ce n’est pas la suite de cette décision ({ $kind }) : voyez sa carte la plus récente.
illegal-vote = Ce vote ne convient pas à la décision : voyez sa carte la plus récente, puis demandez le vote là.
illegal-tally = Ce n’est pas ce que donnent les votes.
vote-already-open = Le vote { $number } sur cette décision est encore ouvert : votez là.
vote-before-panel = Le panel travaille encore : attendez son résultat, puis mettez au vote.
vote-after-cancel = Cette décision a été annulée : posez plutôt la question à nouveau.
vote-closed = Aucun vote n’est ouvert sur cette décision : voyez sur sa carte où elle en est, ou mettez-la au vote.
vote-not-eligible = Vous n’êtes pas sur la liste des votants figée à l’ouverture de ce vote : dites votre avis à l’un d’eux, ou demandez un nouveau vote.
vote-counts = Vous êtes sur la liste de ce vote, votre voix compte donc : votez de la façon habituelle.
vote-stands = Vous avez voté quand vous le pouviez, et ce vote compte : il reste tel quel, dites donc votre avis à l’un des votants.
vote-advisory-often = Vous avez donné votre avis { $most } fois dans ce vote, et l’on n’en garde pas davantage : parlez-en à l’un des votants.
vote-advisory-full = { $most } personnes hors de la liste ont déjà donné leur avis, et l’on n’en garde pas davantage : parlez-en à l’un des votants.
vote-unknown-option = Ce n’est pas une option de ce vote : nommez l’une de ses options, ou abstenez-vous.
vote-no-such-option = Ce n’est pas une option de ce vote ({ $options }) : écrivez l’une d’elles, par exemple `/consensus vote { $id } { $choice }`, ou abstenez-vous par `/consensus vote { $id } abstention`
vote-unchanged = Votre vote est déjà enregistré ainsi : choisissez une autre option pour en changer.
vote-close-needs-quorum = Pour clore maintenant, il faut { $quorum ->
    [one] { $quorum } vote
   *[other] { $quorum } votes
} avec un choix : attendez-les, ou l’échéance.
extend-nothing-open = Rien n’est ouvert dont l’échéance puisse bouger : voyez sur la carte où en est la décision.
extend-too-soon = La nouvelle échéance doit être au moins cinq minutes plus tard : choisissez-en une plus lointaine.
vote-first = Vous n’avez pas encore voté : votez d’abord, puis donnez votre raison.
approve-nothing-open = Aucune proposition n’est ouverte sur cette décision : voyez sur sa carte où elle en est.
approve-stale = Cette proposition n’est plus celle qui est ouverte : regardez la carte la plus récente.
card-stale = Cette carte n’est plus la plus récente de cette décision : utilisez les boutons de la plus récente.
approve-not-approver = Vous n’êtes pas approbateur de cette proposition : demandez à l’une des personnes nommées sur sa carte.
reject-needs-reason = Dites pourquoi vous la rejetez : ajoutez une raison.
run-not-refused = Le panel n’a pas refusé cette question, il n’y a donc rien à forcer : pour l’entendre encore, relancez le panel.
cancel-ended = Cette décision est déjà terminée : relancez le panel, ou notez ce qu’elle est devenue.
superseded-already = Cette décision a déjà été remplacée par { $id } : continuez là-bas.
erase-unknown-event = Il n’y a pas d’événement à effacer ainsi.
broken-start = L’événement { $seq } n’ouvre pas de décision : restaurez le registre depuis une sauvegarde.
broken-recount = L’événement { $seq } ne découle pas des précédents ({ $why }) : le registre a été modifié, restaurez-le depuis une sauvegarde.
context-off = Les réglages n’autorisent aucun contexte ici : retirez --context, ou changez mode dans [context].
context-provider = Le fournisseur { $provider } de { $model } ne peut pas voir de contexte : choisissez un autre modèle, ou ajoutez-le à providers dans [context].

verb-too-much = « { $verb } » ne prend pas « { $rest } » : retirez-le, ou mettez la question entre guillemets.
outcome-unknown = « { $value } » n’est pas un résultat : choisissez parmi { $choices }.
members-unknown = Impossible de lire pour l’instant qui peut voter ici, donc aucun vote n’a été ouvert : réessayez dans une minute, ou invitez-moi avec /invite @consensus.
flag-loosens = --{ $flag } assouplirait ce qui est configuré ici : retirez cette option, ou faites changer la configuration.

slack-secret-missing = Sans SLACK_SIGNING_SECRET, n’importe qui pourrait parler au nom de Slack : indiquez-le, ou utilisez le Socket Mode avec SLACK_APP_TOKEN.
github-secret-missing = Sans GITHUB_WEBHOOK_SECRET, n’importe qui pourrait parler au nom de GitHub : indiquez-y le secret du webhook.

delivery-lost = Un autre processus a repris la demande { $delivery } ; rien n’a été écrit ici, et elle se poursuit là-bas.
too-fast = Vous avez fait ici plus de { $most } demandes en { $minutes } minutes, je n’en prends donc plus pour le moment : attendez { $minutes } minutes.
limit-thread = { $limit ->
    [one] { $limit } décision est déjà ouverte
   *[other] { $limit } décisions sont déjà ouvertes
 } dans ce fil, la plus récente est { $id } : terminez ou annulez-en une, puis redemandez.
limit-bot-thread = Un robot a déjà posé une question dans ce fil, en { $id } : pour que les robots ne se répondent pas sans fin, la suivante doit venir d’une personne.
limit-person = Vous avez ouvert { $limit ->
    [one] { $limit } décision
   *[other] { $limit } décisions
 } ces dernières 24 heures, c’est la limite : redemandez dans { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 }, ou laissez quelqu’un d’autre demander.
limit-channel = Ce canal a ouvert { $limit ->
    [one] { $limit } décision
   *[other] { $limit } décisions
 } ces dernières 24 heures, c’est la limite : redemandez dans { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 }.
limit-workspace = Cet espace de travail a ouvert { $limit ->
    [one] { $limit } décision
   *[other] { $limit } décisions
 } ces dernières 24 heures, c’est la limite : redemandez dans { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
 }.
limit-push = De nouveaux commits ont fait reposer la question { $limit ->
    [one] { $limit } fois
   *[other] { $limit } fois
} ces dernières 24 heures, c’est la limite : reposez-la vous-même, ou poussez à nouveau dans { $hours ->
    [one] { $hours } heure
   *[other] { $hours } heures
}.
limit-money = L’argent des dernières 24 heures est dépensé ou mis de côté : redemandez plus tard, ou demandez à l’exploitant de relever la limite.

## Two accounts of one person
link-done = Ce compte est désormais aussi le vôtre dans Slack : ce que vous faites d’un côté ou de l’autre compte comme fait par une seule personne.
link-unknown = Ce code n’est pas valable, ou ne l’est plus : dites `/consensus link` dans Slack et publiez ici le nouveau code dans les 10 minutes.
link-already = L’un des deux comptes est déjà lié, rien n’a donc changé : chaque personne a un seul compte sur chaque plateforme.
link-busy = Ce compte participe à { $id }, qui est encore ouverte : quand elle sera terminée, dites `/consensus link` dans Slack et publiez ici le nouveau code.
link-limited = Trop de codes faux sont venus de ce compte : attendez une heure, puis dites `/consensus link` dans Slack et publiez ici le nouveau code.

## Une décision sur plusieurs plateformes
extend-how = Dites de combien, par exemple : `/consensus extend { $id } 24h`
outcome-early = Cette décision n’a encore rien donné : dites ce qu’il en est advenu une fois qu’elle est prise.
outcome-how = Dites ce qu’il en est advenu, par exemple : `/consensus outcome { $id } held` – ou partly, did not, too early, decided otherwise.
question-erased = Les mots de { $id } ont été effacés, on ne peut donc pas la redemander : écrivez la question à nouveau.
answered-elsewhere = Les réponses à { $id } sont recueillies { $place ->
    [slack] dans Slack
    [github] sur GitHub
   *[other] dans le terminal
} : donnez la vôtre là-bas.
asked-elsewhere = { $id } a été demandée { $place ->
    [slack] dans Slack
    [github] sur GitHub
   *[other] dans le terminal
} : faites-le là-bas.
rerun-elsewhere = { $id } ne peut être redemandée que dans la conversation où elle a été demandée : dites-le { $address }.
permission-own = J’agis ici en tant que { $login }, donc ce compte ne vote ni n’approuve : faites-le depuis un compte à vous.
permission-start = Seules les personnes avec un accès { $level } ou plus peuvent demander ici : adressez-vous à l’une d’elles.
voters-nobody = Aucune de ces personnes ne pourrait voter ici : nommez des personnes ou des équipes que l’on trouve sur GitHub.
voters-too-few = Parmi elles, { $found ->
    [one] une personne pourrait
   *[other] { $found } personnes pourraient
 } voter ici, et il en faut { $needed }, pour que peu ne décident pas pour tous : nommez plus de personnes, ou omettez --voters.
voters-unknown = Il n’y a pas de compte GitHub « { $name } » : écrivez l’identifiant comme @identifiant, ou une équipe comme @organisation/équipe.
search-words = Dites quels mots chercher, par exemple : `/consensus search retry policy`
in-unknown = Il n’y a pas d’endroit « { $name } » où je puisse écrire et où vous puissiez demander : nommez un canal Slack comme #canal, ou un ticket comme `propriétaire/dépôt#12`, où les deux sont possibles.
in-off = Je ne travaille pas sur { $platform } ici : faites-le activer par l’exploitant de ce robot, ou laissez --in de côté.
in-not-linked = Je ne sais pas qui vous êtes là-bas : dites `/consensus link` dans Slack, publiez le code sur GitHub, puis redemandez.
in-more-public = Plus de personnes pourraient le lire là-bas qu’ici : quelqu’un qui approuve les décisions ici doit le demander, ou laissez --in de côté.
