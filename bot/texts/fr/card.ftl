### Ce qu'une carte dit d'une décision. Les noms d'options, de rôles et de personnes sont des données, passées en variables.

## Les niveaux de force
band-strong = fort
band-moderate = modéré
band-weak = faible

## La première ligne, selon l'état
headline-decided = { $winner } · { $band } · { $base }
headline-deliberating = Le panel délibère
headline-leans = Votre vote est attendu · le panel penche faiblement pour { $leader } : { $k } sur { $asked }, { $rule ->
    [supermajority] une majorité renforcée de { $needed } était nécessaire
   *[other] il en faut { $needed } pour plus de la moitié
}
headline-weak = Le panel penche faiblement pour { $leader } : { $k } agents sur { $asked }
headline-vote = Votre vote est attendu
headline-tied = Égalité { $score }{ $stage ->
    [full_debate] { " " }après un débat
   *[other] { "" }
}
headline-proposal = { $tied } · proposition : { $option }, { $source }
headline-no-quorum = { $cast ->
    [0] Pas de résultat : aucun des { $asked } agents n’a répondu, il en faut { $needed }
    [one] Pas de résultat : { $cast } agent sur { $asked } seulement a répondu, il en faut { $needed }
   *[other] Pas de résultat : { $cast } agents sur { $asked } seulement ont répondu, il en faut { $needed }
}
headline-options-rejected = Pas de résultat : { $count } agents sur { $asked } ne trouvent aucune option bonne
headline-not-needed = Cela ressemble à un fait, pas à un jugement
headline-undecided = Pas de décision
headline-undecided-votes = Pas de décision : { $voted ->
    [one] { $voted } vote
   *[other] { $voted } votes
} au { $deadline }, il en fallait { $needed }
headline-undecided-proposal = Pas de décision : personne n’a répondu à la proposition avant le { $deadline }
headline-cancelled = Annulé par { $who }
headline-pushed = Remplacé après un nouveau commit
headline-superseded = Remplacé par { $id }
banner-stale = Ceci portait sur { $before } ; la branche en est maintenant à { $after }. Pour reposer la question : /consensus rerun { $id }
banner-retargeted = La branche cible a changé depuis. Pour reposer la question : /consensus rerun { $id }
banner-overridden = L’équipe en a décidé autrement
headline-already-decided = Décidé le { $date } : { $winner } · { $band } · { $base } · { $id }

## Sur quoi portent les nombres
base-agents = { $k } agents sur { $asked }
base-votes = { $cast ->
    [one] { $k } voix sur { $cast }
   *[other] { $k } voix sur { $cast }
}

## Les lignes suivantes
line-asked = { $id } · demandé par { $asker }
line-asked-as = posée ainsi : « { $question } » (mot pour mot)
line-why = Pourquoi : { $why }
line-against = Contre ({ $count }) : « { $text } »
line-against-role = Contre ({ $count }, { $role }) : « { $text } »
line-for-option = Pour { $option } ({ $count }) : { $text }
line-would-change = Ce qui le ferait changer d’avis : { $what }
line-nobody-against = Aucun agent n’était contre.
line-rule = règle : { $rule }
line-flips = { $count ->
    [0] Rien ne doit changer pour la renverser : elle n’est pas seule en tête
    [one] Un seul agent devrait changer d’avis pour la renverser
   *[other] { $count } agents devraient changer d’avis pour la renverser
}
line-flips-votes = { $count ->
    [0] Rien ne doit changer pour la renverser : elle n’est pas seule en tête
    [one] Une seule voix devrait changer pour la renverser
   *[other] { $count } voix devraient changer pour la renverser
}
line-families = { $count ->
    [0] aucun bulletin avec un choix
    [one] { $count } famille de modèles
   *[other] { $count } familles de modèles
}
line-agreement = accord { $agreement } (têtes) et appui { $support } (confiance), tous deux sur { $asked } agents interrogés
line-margin = { $margin ->
    [0] à égalité avec { $runner_up }
    [one] { $margin } agent d’avance sur { $runner_up }
   *[other] { $margin } agents d’avance sur { $runner_up }
}
line-moved-by = Convaincu par l’argument : { $argument }
line-rules-disagree = En duel, { $condorcet } battrait chacune des autres options
line-rules-agree = Gagne selon { $count } règles sur { $total }
line-leans = Le panel penchait pour { $leader } ({ $band } : { $k } sur { $asked })
line-leans-needed = Le panel penchait pour { $leader } ({ $band } : { $k } sur { $asked }, il en fallait { $needed })
line-recommends = L’avis du panel, à titre de conseil : { $leader } · { $band } · { $base }
line-other-tied = Autre option à égalité : { $option }
line-none-of-these = { $count ->
    [one] { $count } agent : aucune de ces options
   *[other] { $count } agents : aucune de ces options
}
line-missing = Sans choix : { $seats }
line-missing-seat = { $role } ({ $cause })
line-not-counted = Ceux qui ont répondu : { $answers } – ne compte pas comme résultat.
line-carried = Repris du tour { $round } : { $role } ({ $cause })
line-options = Options : { $options }. Une erreur ?
line-looked-up = Quelqu’un peut le vérifier (incertitude { $uncertainty } sur 3, enjeu { $stakes }, pluralité { $plurality } ; les deux agents le disent).
line-nothing-spent = Rien n’a été dépensé au-delà de ces deux bulletins.
line-fact-with-options = Cela ressemble à un fait ; comme vous avez donné des options, le panel a été consulté quand même.
line-axes = incertitude { $uncertainty }, enjeu { $stakes }, pluralité { $plurality } (selon { $by })
line-about-person = La question porte sur une personne : des personnes décident, l’avis du panel est un conseil.
line-no-proposal = Le modérateur n’a pas nommé deux fois la même option, il ne propose donc rien.
line-minority = Avis de la minorité
line-risks = Risques relevés
line-probability = pas une probabilité d’avoir raison
line-rehearsal = répétition : réponses toutes faites, pas un conseil
line-record = registre { $hash }
line-read = Lu { $what } → { $providers }
read-characters = { $used } caractères sur { $total }
read-messages = { $used } messages sur { $total }
read-comments = { $used } commentaires sur { $total }
read-files = { $used } fichiers sur { $total }
read-issues = { $used } tickets liés sur { $total }
read-all-characters = { $count ->
    [one] { $count } caractère
   *[other] { $count } caractères
}
read-all-messages = { $count ->
    [one] { $count } message
   *[other] { $count } messages
}
read-all-comments = { $count ->
    [one] { $count } commentaire
   *[other] { $count } commentaires
}
read-all-files = { $count ->
    [one] { $count } fichier
   *[other] { $count } fichiers
}
read-all-issues = { $count ->
    [one] { $count } ticket lié
   *[other] { $count } tickets liés
}
source-name = { $source ->
    [thread] fil
    [file] fichier
    [pull] demande de tirage
    [issue] ticket
    [comments] commentaires
    [reviews] revues
    [files] fichiers
    [linked] tickets liés
    [settings] réglages
   *[other] { $source }
}
line-read-missing = N’a pas pu être lu : { $what }
line-cost = { $cost }
line-cost-unknown = coût inconnu
line-calls = { $count ->
    [one] { $count } appel de modèle
   *[other] { $count } appels de modèles
}
line-tokens = { $tokens_in } jetons envoyés, { $tokens_out } reçus
line-duration = { $seconds } s
line-draw = Tiré au sort : numéro { $index } sur { $count }, calculé à partir du registre.
line-unapproved = Personne ne l’a approuvé ; c’était le dernier recours déclaré.
line-review = Une personne devrait le relire avant d’agir.

## Le panel au travail
progress-heard = { $heard } sur { $asked } ont répondu
progress-round = tour { $round } sur 3
progress-context = Lecture de ce qui a été dit avant
progress-quick = Deux agents votent
progress-full = Le panel entier vote
progress-critiques = Les agents examinent les arguments
progress-final = Bulletins finaux

## Étapes
stage-quick-vote = vote à l’aveugle de deux agents
stage-full-vote = vote à l’aveugle, sans débat
stage-full-debate = après un débat

## Règles
rule-auto = choisie selon la question
rule-majority = majorité
rule-supermajority = majorité renforcée
rule-weighted = vote pondéré
rule-confidence-weighted = vote pondéré par la confiance
rule-borda = Borda

## La fin du panel
outcome-settled = tranché
outcome-weak = une option en tête, non tranché
outcome-tied = égalité
outcome-no-quorum = pas de quorum
outcome-options-rejected = options rejetées

## L'état d'une décision
status-deliberating = en délibération
status-decided = décidé
status-awaiting-vote = en attente de votes
status-awaiting-approval = en attente d’une approbation
status-no-quorum = pas de quorum
status-undecided = sans décision
status-not-needed = inutile
status-cancelled = annulé

## Qui ou quoi a décidé
decided-by-quick-vote = par un vote rapide
decided-by-full-vote = par un vote du panel entier
decided-by-full-debate = par le panel après un débat
decided-by-human-vote = par un vote des personnes
decided-by-human-approval = par l’approbation d’une personne
decided-by-safety-order = par l’ordre de prudence déclaré
decided-by-random = par tirage au sort

## Qui a proposé
proposed-by-safety-order = l’option la plus prudente, comme déclaré
proposed-by-moderator = nommée deux fois par le modérateur, dans les deux ordres
proposed-by-vote = l’option en tête du vote
proposed-by-panel-after-tie = celle vers laquelle le panel penche, le vote étant à égalité
proposed-by-order-after-tie = l’option déclarée plus sûre, le vote étant à égalité

## L'unique raison d'un niveau
reason-two-thirds = Au moins deux tiers du panel sont d’accord
reason-quick-vote = Vote rapide : deux agents seulement ont été interrogés
reason-below-two-thirds = Moins de deux tiers du panel sont d’accord
reason-one-change-unseats = Un seul changement d’avis la renverserait
reason-one-family = Tous les agents sont d’une même famille de modèles
reason-tied = Plusieurs options sont en tête ensemble
reason-no-quorum = Trop peu d’agents ont fait un choix
reason-heads-disagree = Les poids ou la confiance ont décidé contre le nombre d’agents
reason-zero-total = Tous les poids ou confiances étaient nuls, on a donc compté les têtes
reason-no-majority = Aucune option n’a plus de la moitié du panel
reason-below-supermajority = Aucune option n’a les deux tiers que la règle demande
reason-seat-missing = { degradation-seat-missing }
reason-seat-carried = { degradation-seat-carried }
reason-fallback-model = { degradation-fallback-model }
reason-unexplained-flip = { degradation-unexplained-flip }
reason-debate-failed = { degradation-debate-failed }
reason-budget = { degradation-budget }
reason-context-cut = { degradation-context-cut }
reason-rehearsal = { degradation-rehearsal }
reason-rules-disagree = { degradation-rules-disagree }

## Ce qui affaiblit le résultat
degradation-seat-missing = Au moins un agent n’a pas répondu
degradation-seat-carried = Le bulletin précédent d’un agent a été repris
degradation-fallback-model = Un modèle de remplacement a répondu pour un agent
degradation-one-family = Tous les agents sont d’une même famille de modèles
degradation-unexplained-flip = Un agent a changé d’avis sans nommer d’argument
degradation-debate-failed = Le débat a échoué : moins de deux agents ont donné des arguments
degradation-budget = Le budget a mis fin à la délibération plus tôt
degradation-context-cut = Plus de la moitié du contexte a été laissée de côté
degradation-rehearsal = Répétition : réponses toutes faites, pas un conseil
degradation-rules-disagree = Une autre option gagnerait en duel
degradation-injection-suspected = Le contexte semble s’adresser aux agents : des personnes décident
degradation-options-rejected = Des agents ne trouvent aucune option bonne : des personnes décident
degradation-secrets-masked = Des secrets ont été masqués avant la lecture
degradation-hidden-text = Du texte caché a été trouvé dans le contexte
degradation-schema-dropped = Un modèle a répondu sans le formulaire strict
degradation-temperature-dropped = Un modèle a refusé sa température
degradation-confidence-rescaled = Une confiance donnée en pour cent a été convertie

## Pourquoi un siège n'a pas de choix
cause-none-of-these = aucune de ces options
cause-undecided = indécis
cause-timeout = délai dépassé
cause-refused = a refusé de répondre
cause-rate-limited = trop de demandes
cause-provider-error = erreur du fournisseur
cause-unparseable = réponse illisible
cause-outside-options = a choisi autre chose qu’une option
cause-contradictory = s’est contredit
cause-empty = réponse vide
cause-budget = budget épuisé

## Les personnes votent
vote-can-vote = { $count ->
    [one] Une personne peut voter sur « { $question } » jusqu’au { $deadline }
   *[other] { $count } personnes peuvent voter sur « { $question } » jusqu’au { $deadline }
}
vote-needed = { $count ->
    [one] { $count } nécessaire
   *[other] { $count } nécessaires
}
vote-count = { $eligible ->
    [one] Votes : { $voted } sur { $eligible } personne (il en faut { $needed })
   *[other] Votes : { $voted } sur { $eligible } personnes (il en faut { $needed })
}
vote-passes-majority = plus de la moitié des voix décide
vote-passes-supermajority = deux tiers des voix décident, car la règle est la majorité renforcée
vote-until = ouvert jusqu’au { $deadline }
vote-nobody = Personne ici ne peut voter ; annulez, ou reposez la question là où des personnes peuvent voter.
vote-change = modifiez votre vote jusque-là
vote-then-proposal = sans gagnant → une proposition à approuver
vote-advisory = À titre indicatif, non compté : { $votes }
vote-hidden = le décompte reste caché jusqu’à la clôture
vote-yours = Votre vote : { $option }. Modifiable jusqu’au { $deadline }.
vote-abstained = Vous vous abstenez. Modifiable jusqu’au { $deadline }.
vote-reminder = Le vote sur « { $question } » se termine le { $deadline } ; { $missing ->
    [one] une voix manque
   *[other] { $missing } voix manquent
} encore.
vote-over = Le vote sur « { $question } » est terminé.
approval-over = L’approbation demandée pour « { $question } » est terminée.
vote-closed-deadline = Le vote s’est terminé à son échéance
vote-closed-complete = Le vote est clos, car tout le monde a voté
vote-closed-early = Le vote a été clos plus tôt par { $who }
vote-won = { $winner } a gagné le vote : { $k } sur { $cast }
vote-no-quorum = { $voted } votes sur les { $needed } nécessaires sont arrivés
vote-no-winner = Aucune option n’a gagné le vote
vote-tally-line = { $option } : { $count ->
    [one] { $count } voix
   *[other] { $count } voix
}
vote-called-off = Le vote est annulé : personne n’a plus à voter.
vote-elsewhere = On vote là-bas : { $where }
vote-electorate = Qui peut voter : { $who }, figé à l’ouverture du vote
vote-by-rule = Qui peut voter : { $platform ->
    [github] les personnes qui ont le droit d’écriture
   *[other] les membres de ce canal
}, vérifié à chaque vote ({ $count } à l’ouverture)
vote-excluded = { $count ->
    [one] { $count } invité ou bot ne peut pas voter
   *[other] { $count } invités et bots ne peuvent pas voter
}
vote-why-weak = Le résultat du panel est faible
vote-why-tied = Le panel est à égalité
vote-why-options-rejected = Les agents ne trouvent aucune option bonne
vote-why-flagged = Le contexte semble s’adresser aux agents
vote-why-always = Ici, des personnes décident toujours
vote-why-asked = Mis au vote par { $who }
vote-why-rejected = La proposition a été rejetée
vote-why-reopened = Rouvert par { $who }

## Une personne approuve
approval-approvers = Peuvent approuver : { $approvers }
approval-not-asker = pas la personne qui a demandé
approval-nobody = Personne ne peut approuver ; mettez la question au vote.
approval-first = la première réponse compte
approval-until = jusqu’au { $deadline }
approval-then-none = ensuite : fin sans décision
approval-then-safest = ensuite : l’option la plus prudente, sans approbation
approval-then-draw = ensuite : tirage au sort
approval-approved = { $option } : approuvé par { $who }, { $when }
approval-rejected = { $option } : rejeté par { $who }, { $when }
approval-reason = « { $reason } »
approval-called-off = La proposition est annulée : personne n’a plus à y répondre.
approval-elsewhere = On répond à la proposition là-bas : { $where }
approval-already = Déjà approuvé par { $who } à { $when }
approval-rejected-already = Déjà rejeté par { $who } à { $when }

## Ce qu'il en est advenu
outcome-recorded = Ce qu’il en est advenu : { $what } (noté par { $who }, { $when })
outcome-recorded-held = la décision a tenu
outcome-recorded-partly = elle a tenu en partie
outcome-recorded-did-not = elle n’a pas tenu
outcome-recorded-too-early = trop tôt pour le dire
outcome-recorded-overridden = décidé autrement
outcome-recorded-none = aucune suite enregistrée

## Derrière une carte
details-options = Options
details-option = { $place }. { $option }
details-by-asker = la personne qui a demandé
details-by-agents = les deux premiers bulletins, la note la plus haute compte
details-ballot = { $role } ({ $model }) : { $option }
details-ballot-sure = { $role } ({ $model }) : { $option }, sûr à { $percent } %
details-ranking = Classement : { $ranking }
details-risk = Risque : { $risk }
details-moved = A changé d’avis : de { $before } à { $after }
details-critique = { $role } ({ $model }) avance :
details-for = Pour { $option } : { $text }
details-against = Contre { $option } : { $text }
details-moderator = Ce que le modérateur a dit
details-people = Ce que les personnes ont fait
details-advisory = { $who } : { $option } (à titre indicatif, non compté)
details-vote = { $who } : { $option }
details-read = Ce qui a été lu, et à qui c’est parti
details-sent = Envoyé à : { $providers }
details-characters = { $source } { $ref } : { $used } caractères sur { $total }
details-comments = { $source } { $ref } : { $used } commentaires sur { $total }
details-files = { $source } { $ref } : { $used } fichiers sur { $total }
details-issues = { $source } { $ref } : { $used } tickets sur { $total }
details-messages = { $source } { $ref } : { $used } messages sur { $total }
details-cleaned = Caractères cachés ôtés ou montrés : { $hidden } · secrets masqués : { $masked }
details-cost = Coût et registre

## Boutons
button-details = Détails
button-vote = Mettre au vote
button-export = Exporter
button-abstain = S’abstenir
button-reason = Ajouter une raison…
button-close = Clore maintenant
button-approve = Approuver { $option }
button-reject = Rejeter…
button-rerun = Interroger à nouveau le panel
button-cancel = Annuler
button-run = Lancer quand même
button-show = Voir { $id }
button-use = L’utiliser
button-reopen = Rouvrir le vote
button-outcome = Nous avons décidé autrement…
button-edit = Modifier

## Ce que le panel et le terminal ajoutent
headline-decided-by = { $winner } · { $by }
headline-vote-after = Votre vote est attendu · { $panel }
line-dissent = Contre, pour { $option } ({ $role }) : « { $text } »
line-dissent-would-change = Contre, pour { $option } ({ $role }) : « { $text } » – ce qui le ferait changer d’avis : { $what }
line-side = { $option } ({ $agents ->
    [one] { $agents } agent
   *[other] { $agents } agents
}) : { $text }
line-side-bare = { $option } ({ $agents ->
    [one] { $agents } agent
   *[other] { $agents } agents
})
line-side-against = Contre { $option } : { $text }
approval-person = { $who }
base-agents-ranking = { $k } agents sur { $asked } la classent avant { $runner_up }

## Further lines
headline-budget = Pas de résultat : le budget a mis fin au panel après { $cast ->
    [one] { $cast } bulletin
   *[other] { $cast } bulletins
}, il en faut { $needed }
line-count = { $option } { $count }
line-tripwire = Sans le contexte suspect, un agent a choisi { $option } (montré, non compté)
offer-nobody-called = personne n’a été appelé à voter
offer-until = se termine sans décision { $deadline } si rien n’est choisi
undecided-nobody-asked = Les personnes ne peuvent pas être interrogées ici, c’est ainsi configuré.
vote-why-person = La question porte sur une personne, donc les personnes décident
vote-why-stakes = L’enjeu est maximal, donc les personnes décident
