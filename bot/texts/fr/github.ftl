### Ce que seul GitHub dit. Un accent grave fait du code : rien n’y sonne, et une commande n’y est pas exécutée.

## Le commentaire modifié sur place, et les réponses qui notifient
github-this-comment = ce commentaire
github-banner-stale = Ceci portait sur { $before } ; la branche en est maintenant à { $after }. Pour reposer la question : `/consensus rerun { $id }`
github-origin = En réponse à { $comment }
github-origin-at = En réponse à { $comment }, sur { $head }
github-at = Au sujet de { $head }
github-option = { $option }
github-why = **Pourquoi :** { $why }
github-against = **Contre ({ $count }, { $role }, pour { $option }) :** { $text }
github-against-would-change = **Contre ({ $count }, { $role }, pour { $option }) :** { $text } – ce qui le ferait changer d’avis : { $what }
github-more-objections = { $count ->
    [one] Une autre objection se trouve parmi les bulletins.
   *[other] { $count } autres objections se trouvent parmi les bulletins.
}
github-table = | option | agents | personnes |
github-behind = Tous les bulletins, les risques, ce qui a été lu, le coût
github-more = Une partie est abrégée ici : `/consensus export { $id }` donne tout le registre.
github-electorate = Qui peut voter
github-advisory = votes des autres : à titre consultatif
github-approve-asked = Une approbation est demandée pour « { $question } »
github-stands = Où cela en est : `/consensus show { $id }`
github-mood = L’humeur d’après les réactions, sans effet sur le décompte : { $counts }
github-elsewhere = Les réponses se donnent ailleurs : { $place }
github-hidden-vote = Le décompte de ce vote est caché et tous peuvent lire les commentaires : il se tient dans Slack.

## Ce que les personnes peuvent faire
github-do-cast = Voter : `/consensus vote { $id } { $choice } parce que …`, ou une autre option ; votre dernier vote compte.
github-do-abstain = S’abstenir : `/consensus vote { $id } abstention`
github-do-close = Clore le vote maintenant : `/consensus close { $id }`
github-do-approve = Approuver { $option } : `/consensus approve { $id }`
github-do-reject = La rejeter : `/consensus reject { $id } parce que …`
github-do-vote = Mettre au vote : `/consensus vote { $id }`
github-do-rerun = Interroger de nouveau le panel : `/consensus rerun { $id }`
github-do-cancel = Arrêter : `/consensus cancel { $id }`
github-do-run = Lancer quand même : `/consensus run { $id }`
github-do-reopen = Rouvrir le vote : `/consensus reopen { $id }`
github-do-outcome = Décidé autrement : `/consensus outcome { $id } overridden parce que …`

## La vérification sur le commit
github-title-about = Sur { $head } : { $what }
github-stale = Cette vérification porte sur { $head } ; la décision porte sur { $discussed }.
github-stale-again = Demander de nouveau, sur le commit le plus récent : `/consensus rerun { $id }`
github-gate-none = Neutre : elle ne décide pas si l’on peut fusionner.
github-gate-shut = La porte reste fermée : seul *fusionner telle quelle*, décidé sur ce commit, l’ouvre.
github-gate-stale = La porte reste fermée, car la décision porte sur un autre commit ou une autre branche cible : redemandez par `/consensus rerun { $id }`.
github-gate-overridden = La porte reste fermée, car il en a été décidé autrement depuis : redemandez par `/consensus rerun { $id }`.
github-gate-advice = La porte reste fermée, car personne ne répond de ce résultat : soumettez-le aux personnes par `/consensus vote { $id }`.
github-gate-off = La porte reste fermée, car les agents n’ont rien pu lire du changement : indiquez `mode = "on"` sous `[context]` dans `.github/consensus.toml`, avec tous les fournisseurs du panel, puis redemandez.
github-gate-missing = La porte reste fermée, car les agents n’ont pas tout lu (il manque : { $what }) : redemandez par `/consensus rerun { $id }`.
github-gate-cut = La porte reste fermée, car les agents ont lu moins de la moitié du changement : découpez la demande de tirage, ou faites-la fusionner par une personne qui peut se passer de cette vérification.
github-gate-twin = La porte reste fermée, car { $twin }, d’une autre demande de tirage au même commit, ne l’ouvre pas : redemandez là-bas, puis ici par `/consensus rerun { $id }`.
github-check-refused = { $id } se trouve ici, mais pas comme vérification du commit, que GitHub a refusée : demandez à un propriétaire du compte de donner à l’application la permission « Checks: read and write », ou indiquez `checks = "off"` dans `.github/consensus.toml`.
github-button-close = Clore le vote
github-button-approve = Approuver
github-button-vote = Mettre au vote
github-button-rerun = Redemander
github-button-cancel = Arrêter
github-button-run = Lancer quand même
github-button-reopen = Rouvrir le vote
github-press-cast = Votre vote ; le dernier compte
github-press-close = Compter les votes déjà donnés
github-press-approve = Décider comme il est proposé
github-press-vote = Les personnes décident
github-press-rerun = Une décision nouvelle remplace celle-ci
github-press-cancel = Fin sans décision
github-press-run = Le panel décide malgré tout
github-press-reopen = Les personnes votent encore une fois

## La question sur une demande de tirage
github-pull-question = Faut-il fusionner cette demande de tirage telle quelle ?
github-pull-merge = fusionner telle quelle
github-pull-changes = demander des changements
github-pull-split = la découper

## Chercher sur GitHub
github-list-table = | décision | question | état |
github-list-empty = Rien trouvé.
github-list-count = { $first }–{ $last } sur { $total }
github-list-narrow = Il y en a d’autres : `/consensus search` avec plus de mots les trouve.
github-decided = Décidé le { $when } : { $what }
github-earlier = À lire dans { $comment }.
github-earlier-comment = le commentaire d’alors
github-ask-again-there = Demander de nouveau là-bas : `/consensus rerun { $id }`
github-ask-again = Demander de nouveau : `/consensus rerun { $id }`
github-export-title = { $id } en document
github-export-more = Le reste ne tient pas dans un commentaire : `python -m bot export { $id }` écrit tout, là où le bot tourne.
github-help-how = Commencez une ligne d’un commentaire, d’une revue ou d’un commentaire de ligne par `/consensus` et votre question, les options en liste dessous ; sur une demande de tirage, `/consensus` seul demande s’il faut la fusionner telle quelle.
github-help-verbs = Ce qui est compris
github-help-flags = Ce qui peut se dire à côté d’une question

## Ce qui est répondu aux mots et aux boutons
github-answer-to = Réponse à { $comment }
github-in-code = Une demande écrite comme du code n’est pas exécutée : écrivez-la en début de ligne, sans accents graves.
github-others = { $count ->
    [one] Une autre demande se trouve dans les mêmes mots ; écrivez-la dans son propre commentaire.
   *[other] { $count } autres demandes se trouvent dans les mêmes mots ; écrivez chacune dans son propre commentaire.
}
github-there = là-bas
github-pressed = { $who } : { $why }
github-nothing-asked = Rien n’a été demandé : écrivez la question après `/consensus`, et ses options en liste dessous.
github-link-how = Dites `/consensus link` dans Slack, et publiez ici ce qu’il vous donne : `/consensus link CODE`
