### Ce que seul Slack dit.

## Cartes et réponses dans Slack
slack-more = Une partie est abrégée ici ; le texte entier est derrière Détails, sur la carte.
slack-more-objections = { $count ->
    [one] Une autre objection se trouve derrière Détails.
   *[other] { $count } autres objections se trouvent derrière Détails.
}
slack-side = { $option } ({ $agents ->
    [one] { $agents } agent
   *[other] { $agents } agents
}, { $votes ->
    [one] { $votes } voix
   *[other] { $votes } voix
}) : { $text }
slack-side-bare = { $option } ({ $agents ->
    [one] { $agents } agent
   *[other] { $agents } agents
}, { $votes ->
    [one] { $votes } voix
   *[other] { $votes } voix
})
slack-stop = Arrêter
slack-choose = Choisir…
slack-above = ↑ sur la carte dans ce fil
slack-threads = Dans un fil, dites @consensus et votre question : Slack n’y admet pas de commande.
slack-approve = Une approbation est demandée pour « { $question } »
slack-close = Fermer
slack-page = Page { $page } sur { $pages }
slack-page-before = Page précédente
slack-page-after = Page suivante

## Les formulaires dans Slack
slack-ask-title = Interroger le panel
slack-ask-submit = Demander
slack-ask-question = Question
slack-ask-options = Options, une par ligne
slack-ask-options-hint = De deux à dix ; sans option, la réponse est oui ou non.
slack-ask-extras = En plus
slack-ask-safest = La plus prudente est en premier
slack-ask-hide = Cacher le décompte jusqu’à la clôture du vote
slack-ask-stakes = Une mauvaise réponse serait-elle grave ?
slack-stakes-low = Facile à défaire
slack-stakes-medium = Elle nous coûterait
slack-stakes-high = Grave : des personnes décident dans tous les cas
slack-ask-reads = Que peuvent lire les agents ?
slack-reads-thread = Ce fil
slack-reads-paste = Le texte collé ci-dessous
slack-reads-none = Seulement la question
slack-ask-pasted = Texte pour les agents
slack-pasted-empty = Collez le texte que les agents peuvent lire, ou choisissez autre chose plus haut.
slack-ask-voters = Qui vote, si l’on en vient à un vote ?
slack-ask-voters-hint = Personne n’est nommé : les membres du canal.
slack-ask-close = Combien de temps un vote reste-t-il ouvert ?
slack-ask-also = Dit aussi : { $flags }
slack-hours = { $count ->
    [one] { $count } heure
   *[other] { $count } heures
}
slack-reason-title = Votre raison
slack-reason-submit = Enregistrer
slack-reason-label = Pourquoi votez-vous ainsi ?
slack-reason-empty = Écrivez votre raison, ou fermez ce formulaire pour voter sans raison.
slack-outcome-title = Décidé autrement
slack-outcome-submit = Noter
slack-outcome-label = Qu’avez-vous décidé, et pourquoi ?
slack-outcome-empty = Écrivez ce que vous avez décidé à la place, et pourquoi.
slack-reject-title = Rejeter la proposition
slack-reject-submit = Rejeter
slack-reject-label = Pourquoi la rejetez-vous ?

## L'onglet Accueil dans Slack
slack-home-start = Interroger le panel
slack-home-how = Tapez /consensus dans un canal, mentionnez-moi dans un fil, ou choisissez « Decide with Consensus » dans le menu d’un message.
slack-home-ask = Poser une question
slack-home-votes = Attend votre vote
slack-home-approvals = Attend votre approbation
slack-home-latest = Dernières décisions
slack-home-nothing = Rien ne vous attend, et rien n’a encore été décidé.
slack-home-over = se termine
slack-home-days = { $count ->
    [one] encore { $count } jour
   *[other] encore { $count } jours
}
slack-home-hours = { $count ->
    [one] encore { $count } heure
   *[other] encore { $count } heures
}
slack-home-minutes = { $count ->
    [one] encore { $count } minute
   *[other] encore { $count } minutes
}

## Pourquoi Slack n’a pas pris quelque chose, et que faire
slack-rate-limited = Slack demande d’attendre { $seconds } s, ce n’est donc pas fait : réessayez ensuite.
slack-doubtful = Slack n’a pas dit s’il l’a fait ({ $why }) : regardez si c’est fait, sinon réessayez dans une minute.
slack-refused = Slack a refusé ({ $why }) ; prévenez la personne qui exploite ce robot.
slack-not-in-channel = Je ne suis pas dans ce canal : tapez-y /invite @consensus, puis reposez la question.
slack-channel-not-found = Je ne vois pas cette conversation : si elle est privée, demandez à un membre d’y taper /invite @consensus, sinon posez la question dans un canal.
slack-is-archived = Ce canal est archivé : posez la question dans un autre, ou désarchivez-le.
slack-invalid-blocks = Le message ne peut pas être montré tel quel ; la faute est à nous : prévenez la personne qui exploite ce robot.
slack-missing-scope = Il manque à l’application la permission { $scope } : ajoutez-la dans ses réglages chez Slack, puis réinstallez-la.
slack-token-revoked = L’application a été retirée de cet espace de travail : réinstallez-la et indiquez le nouveau jeton.
slack-invalid-auth = Slack ne connaît pas le jeton : vérifiez SLACK_BOT_TOKEN.
slack-socket-silent = Slack répond, mais plus rien n’arrive par ses sockets : relancez le programme ; rien de ce que Slack a remis n’est perdu.
slack-socket-refused = Slack n’ouvre pas de socket ({ $why }) : vérifiez SLACK_APP_TOKEN et sa permission connections:write.
slack-account-inactive = Le compte du robot chez Slack est désactivé : réinstallez l’application.
slack-restricted-action = Un réglage de cet espace de travail l’interdit ici : demandez à un administrateur, ou posez la question dans un autre canal.
slack-user-not-in-channel = Vous n’êtes pas dans ce canal : rejoignez-le, puis réessayez.
slack-direct-without-us = Je ne fais pas partie de cette conversation : demandez dans un canal, ou dans un message direct que vous m’envoyez.
slack-group-talk = Je ne peux pas travailler dans les messages de groupe : demandez dans un canal, ou dans un message direct que vous m’envoyez.
slack-wrong-team = Ce robot travaille pour un autre espace de travail : installez-le dans celui-ci.

## Qui peut faire quoi, et ce qui n’a pas été compris
permission-unverified = Impossible de vérifier pour l’instant si vous en avez le droit, donc rien n’a été fait : réessayez dans une minute.
permission-bot = Les applications et les robots ne prennent pas part aux décisions : une personne doit le faire.
permission-deactivated = Ce compte est désactivé et ne peut pas participer : utilisez un compte actif.
permission-not-member = Vous n’êtes pas membre de cette conversation : rejoignez-la, puis réessayez.
permission-guest = Les invités et les personnes d’autres organisations ne peuvent pas lancer de décision ici : demandez à un membre à part entière, ou à un administrateur du canal de l’autoriser.
permission-electorate = Seules les personnes qui peuvent voter ici peuvent mettre une décision au vote : demandez à l’une d’elles.
permission-members-vote = Seuls les membres à part entière de ce canal votent ici : rejoignez-le si vous le pouvez, ou dites votre avis à l’un d’eux.
permission-asker-or-approver = Seules la personne qui a posé la question et celles qui approuvent peuvent le faire : demandez à l’une d’elles.
permission-approvers = Seule une personne qui approuve peut noter ce qu’une décision a donné : demandez à l’une d’elles.
permission-four-eyes = Vous avez posé cette question, donc quelqu’un d’autre doit répondre à la proposition : demandez à une personne qui approuve.
which-decision = Dites de quelle décision il s’agit par son numéro, par exemple D-42.
verb-unknown = « { $word } » m’est inconnu ; vouliez-vous dire « { $nearest } » ? « help » montre ce que je comprends, et une question demande un point d’interrogation ou quelques mots.
verb-or-question = Une décision est ouverte ici et je ne sais pas si vous parlez d’elle ; rien n’a donc été demandé : dites « { $meant } », ou terminez une nouvelle question par un point d’interrogation.

## Chercher dans Slack
slack-list = Décisions
slack-list-open = Décisions ouvertes
slack-list-mine = Décisions que vous avez demandées
slack-list-ended = Décisions terminées
slack-list-empty = Rien n’a été trouvé.
slack-list-count = { $first }–{ $last } sur { $total }
slack-list-narrow = Il y en a d’autres ; donnez plus de mots pour les trouver.
slack-search-title = Décisions avec « { $words } »
slack-search-words = Dites quels mots chercher, par exemple : search retry policy.
slack-status-open = Ouvertes ici
slack-status-waits = Attendent votre vote : { $votes } · votre approbation : { $approvals } ; elles sont dans mon onglet Accueil.
slack-share = Partager ici
slack-share-refused = Tout le monde ici ne peut pas voir cette décision, donc elle reste entre nous : partagez-la dans le canal où elle a été demandée.
slack-again = Redemander
slack-decided = Décidé { $when } : { $what }
slack-export-title = { $id } en document
slack-link-off = GitHub n’est pas raccordé ici, il n’y a donc rien à relier : demandez à qui exploite ce bot de le raccorder.
slack-link-there = Les comptes se relient sur GitHub : publiez-y `/consensus link { $to }` si c’est votre code, ou tapez `/consensus link` ici pour en avoir un nouveau.
slack-link-code = Votre code est *{ $code }* : publiez `/consensus link { $code }` en commentaire sur GitHub dans les { $minutes } minutes, et vous serez dès lors la même personne ici et là-bas. Il ne sert qu’une fois ; ne le montrez à personne avant.
slack-help-how = Dans un canal, tapez /consensus et votre question ; dans un fil, où Slack n’admet pas de commande, mentionnez-moi, ou choisissez « Decide with Consensus » dans le menu d’un message. Chaque verbe ci-dessous fonctionne des deux façons.

## Ce que trouve doctor
doctor-settings = réglages
doctor-database = base de données
doctor-posts = messages
doctor-attempts = tentatives refusées
doctor-models = modèles
doctor-slack = Slack
doctor-scopes = permissions Slack
doctor-clock = horloge
doctor-socket = socket Slack
doctor-note = { $check } : bon, mais : { $problem }
doctor-off = { $check } : inactif, { $problem }
doctor-refused = { $count ->
    [one] Un acte a été refusé
   *[other] { $count } actes ont été refusés
 } ces dernières 24 heures, faute de droits : le journal dit à qui et pourquoi.
doctor-posts-lost = { $count ->
    [one] Un message n’a pas pu être montré
   *[other] { $count } messages n’ont pas pu être montrés
}, le dernier de { $id } dans { $place } ({ $why }) : regardez là si le robot peut encore y écrire.
doctor-model-ends = Le fournisseur arrête { $model } le { $day } : choisissez un autre modèle dans les réglages.
doctor-scopes-unsaid = Slack n’a pas dit ce que permet le jeton.
doctor-scopes-missing = Il manque à l’application { $scopes } : ajoutez-le dans ses réglages chez Slack, puis réinstallez-la.
doctor-scopes-surplus = L’application a plus que nécessaire ({ $scopes }) : ôtez-le dans ses réglages chez Slack.
doctor-clock-unsaid = Slack n’a pas dit l’heure qu’il est.
doctor-clock-apart = L’horloge de cette machine est à { $seconds } s de celle de Slack, et des requêtes seront refusées : réglez-la, par exemple par NTP.
doctor-socket-http = SLACK_APP_TOKEN n’est pas défini, les requêtes viennent par HTTP signé
doctor-socket-refused = Slack n’ouvre pas de socket ({ $why }) : vérifiez SLACK_APP_TOKEN et sa permission connections:write.

## Demander et agir dans Slack
slack-moment = Un instant…
slack-nothing-asked = Que doit décider le panel ? Écrivez votre question après mon nom, ou remplissez le formulaire.
slack-too-late = C’était trop long, le formulaire n’a donc pas pu s’ouvrir : ouvrez-le avec ce bouton.
slack-form-failed = Slack n’a pas ouvert le formulaire : réessayez avec ce bouton.
slack-share-doubtful = Slack n’a pas dit s’il a pris la décision : regardez si elle est ici, sinon partagez-la encore une fois.
slack-open-form = Ouvrir le formulaire
slack-context-ask = Cette conversation est privée, donc je demande avant de lire ou de dépenser quoi que ce soit : pour « { $question } », les agents peuvent-ils lire ce fil ? Ce qu’ils lisent est envoyé à { $providers }.
slack-context-thread = Lire ce fil
slack-taken-up = C’est déjà répondu, ou la demande a attendu plus d’un jour : cherchez sa carte, ou redemandez.
slack-edited = Vous avez changé les mots avec lesquels { $id } a été posée ; le panel a reçu les précédents. Pour faire décider les nouveaux à la place, redemandez.
slack-edited-again = Demander avec les nouveaux mots
slack-flags-too-long = Ces options sont trop longues pour le formulaire : écrivez la question derrière elles, en un seul message.
slack-voters-nobody = Aucune de ces personnes ne pourrait voter ici : nommez des membres de cet espace de travail qui sont dans cette conversation.
slack-voters-unknown = Je ne sais pas qui est « { $name } » : choisissez des personnes ou des groupes dans la liste que Slack propose après le @.
slack-channel-unknown = Je ne sais pas quel canal est « { $name } » : choisissez-le dans la liste que Slack propose après le #.
slack-answered = Cette proposition a déjà reçu une réponse : la carte dit laquelle.
slack-done = C’est fait ; c’est inscrit dans { $id }.

## Ce que dit serve
help-platform = slack
part-socket = Slack par Socket Mode
part-http = Slack par HTTP
part-github = GitHub
serve-port-on = À l’écoute sur http://{ $host }:{ $port }
serve-nothing = Il n’y a rien à servir : indiquez SLACK_BOT_TOKEN, et SLACK_APP_TOKEN pour le Socket Mode ou SLACK_SIGNING_SECRET pour HTTP.
serve-port = Impossible d’écouter sur { $host }:{ $port } : indiquez dans HOST et PORT une adresse qui est libre ici.
part-panel = Panel de { $count }
part-with = { $part } : { $what }
