### Ce que le programme dit de lui-même : ses commandes, ses options et ses verbes.

about = Fait décider une question par un panel d’agents et garde un registre que chacun peut recompter.
help-usage = utilisation
help-examples = exemples
help-question = la question, avec ses options s’il y en a : « Postgres ou MySQL pour la facturation ? »
help-id = le numéro d’une décision, par exemple D-42
help-rehearsal = Aucun modèle n’a été trouvé, ceci est donc une répétition : définissez la clé d’un fournisseur, par exemple OPENAI_API_KEY, pour de vrais avis.

## Commandes du terminal
help-command-decide = interroger le panel et attendre le verdict
help-command-tally = compter les bulletins d’un fichier, sans agent
help-command-show = montrer une décision
help-command-list = lister les décisions, la plus récente d’abord
help-command-search = chercher des décisions par mots
help-command-verify = recompter une décision et contrôler ses sceaux
help-command-export = écrire une décision sous forme de document
help-command-resume = reprendre une décision arrêtée
help-command-serve = répondre à Slack et à GitHub
help-command-worker = travailler aux décisions sans répondre à personne
help-command-doctor = contrôler les clés, les modèles, la base et l’horloge
help-command-manifest = afficher ce dont Slack ou GitHub a besoin pour installer l’application
help-command-migrate = mettre la base à cette version

## Options
help-flag-option = une des réponses possibles ; à répéter pour chacune
help-flag-safest-first = les réponses sont données dans l’ordre, la plus prudente d’abord
help-flag-rule = comment les bulletins sont comptés
help-flag-stakes = la gravité d’une mauvaise réponse
help-flag-qualify = incertitude, enjeu et pluralité, de 0 à 3, par exemple 2,3,1
help-flag-human = des personnes votent dans tous les cas
help-flag-debate = si les agents débattent : au besoin, jamais, toujours
help-flag-lang = la langue de la réponse
help-flag-profile = un ensemble de réglages nommé
help-flag-voters = qui peut voter : un groupe, une équipe ou des personnes
help-flag-quorum = le nombre minimal de votes exprimés
help-flag-close = la durée d’ouverture d’un vote, par exemple 24h
help-flag-hide = cacher le décompte jusqu’à la clôture du vote
help-flag-in = un autre endroit où montrer la décision
help-flag-budget = le nombre maximal de dollars à dépenser pour cette décision
help-flag-context = un fichier que les agents lisent, ou - pour l’entrée standard
help-flag-json = afficher un objet JSON
help-flag-explain = raconter chaque étape et sa raison

## Verbes du chat
help-verb-help = cette aide
help-verb-status = ce qui est ouvert ici et vous attend
help-verb-show = montrer une décision
help-verb-list = lister les décisions
help-verb-search = chercher des décisions par mots
help-verb-why = comment un verdict s’est formé
help-verb-verify = recompter une décision et contrôler ses sceaux
help-verb-export = écrire une décision sous forme de document
help-verb-run = interroger le panel bien que cela ressemble à un fait
help-verb-vote = voter pour une option
help-verb-approve = approuver la proposition
help-verb-reject = rejeter la proposition, avec une raison
help-verb-close = clore le vote maintenant
help-verb-extend = déplacer l’échéance
help-verb-cancel = annuler une décision
help-verb-reopen = ouvrir un nouveau vote sur la même décision
help-verb-rerun = interroger à nouveau le panel, comme nouvelle décision
help-verb-outcome = noter ce qu’il en est advenu
help-verb-link = relier vos comptes Slack et GitHub

## Ce que disent serve et doctor
part-on = { $part } : actif
part-off = { $part } : inactif, { $why }
part-lacks = { $name } n’est pas définie
check-good = { $check } : bon
check-bad = { $check } : { $problem }
stopped = Arrêté. Pour reprendre : python -m bot resume { $id }
help-command-vote = voter sur une décision ; au terminal, vous êtes tout l’électorat
help-command-approve = approuver la proposition d’une décision bloquée
help-command-reject = rejeter la proposition, avec une raison
help-command-run = interroger le panel bien que la question ressemble à un fait
help-command-cancel = retirer une décision qui n’est pas terminée
help-limit = le nombre maximal à montrer
help-state = open, ended, strong, moderate, weak, ou un état comme --json le nomme
help-words = des mots de la question, des options ou des raisons
help-choice = une option, ou « abstention » si aucune option ne s’appelle ainsi
help-because = la raison
help-file = un fichier JSON de bulletins, ou - pour l’entrée standard
help-rule = majority, supermajority, weighted, confidence_weighted ou borda
help-ids = les décisions à vérifier ; sans rien, toutes
help-format = md pour une page à lire, json pour tout le registre
help-json = écrire du JSON

## Au terminal
terminal-you = vous
terminal-next = Ce que vous pouvez faire :
terminal-do-cast = python -m bot vote { $id } "{ $option }"
terminal-do-abstain = python -m bot vote { $id } { $word }
terminal-do-approve = python -m bot approve { $id }   (approuve { $option })
terminal-do-reject = python -m bot reject { $id } --because "…"
terminal-do-vote = python -m bot vote { $id } "…"   (mettre au vote)
terminal-do-close = python -m bot resume { $id }
terminal-do-run = python -m bot run { $id }   (interroger le panel quand même)
terminal-do-cancel = python -m bot cancel { $id }
terminal-do-rerun = python -m bot decide "…"   (interroger le panel à nouveau)
terminal-do-reopen = python -m bot vote { $id } "…"   (rouvre le vote)
terminal-do-show = python -m bot show { $id }   (ce qui remplace celle-ci)
terminal-parked = Arrêté ; rien n’est perdu. Pour continuer : python -m bot resume { $id }
terminal-nothing-found = Rien trouvé.
terminal-nothing-to-verify = Il n’y a pas encore de décision, donc rien à vérifier.
terminal-closes-itself = Tout le monde a voté : le vote se clôt une minute après le dernier vote, puis ceci le termine : python -m bot resume { $id }
word-abstain = abstention
terminal-migrated = La base de données est à jour.
live-title = { $id } · tour { $round } sur 3 · { $calls ->
    [one] { $calls } appel
   *[other] { $calls } appels
} · { $cost }
live-heard = a répondu
live-thinking = réfléchit…
keyboard-vote = Votre vote décide. Les options :
    { $options }
    { "  " }0 abstention
    Numéro (vide : laisser ouvert) :{ " " }
keyboard-vote-again = Un numéro de 0 à { $most }, ou vide pour laisser ouvert :{ " " }
keyboard-vote-unclear = « { $answer } » est un numéro de la liste et aussi le texte d’une autre option : tapez #{ $answer } pour le numéro, "{ $answer }" entre guillemets pour le texte :{ " " }
keyboard-reason = Pourquoi ? (peut rester vide) :{ " " }
keyboard-reason-needed = Pourquoi ? (nécessaire pour rejeter) :{ " " }
keyboard-approve = Approuver { $option } ? a = approuver, r = rejeter, v = mettre au vote, vide = laisser ouvert :{ " " }
keyboard-run = Interroger le panel quand même ? o/n :{ " " }
keyboard-letters-approve = a approuver oui o
keyboard-letters-reject = r rejeter non n
keyboard-letters-vote = v vote voter
keyboard-letters-yes = o oui y yes

## verify
verify-whole = { $id } : intacte · { $events } événements · chaîne, repli, recomptage et résumé concordent · tête { $hash }
verify-broken = { $id } : ALTÉRÉE · { $why }

## --explain
explain-not-qualified = Non qualifiée : personne n’a indiqué les axes et aucun bulletin rapide ne les a notés.
explain-qualified = Qualifiée { $by } : incertitude { $uncertainty }, enjeu { $stakes }, pluralité { $plurality } → { $route }
explain-by-stated = comme indiqué
explain-by-agents = par les deux bulletins rapides, la note la plus haute compte
explain-route-quick = deux agents d’abord, davantage seulement s’ils divergent ou hésitent
explain-route-full = tout le panel d’emblée
explain-rule-auto = Règle : { $rule }, choisie d’après la question · { $human }
explain-rule-stated = Règle : { $rule }, comme indiqué · { $human }
explain-human-on-weak = les personnes décident ce que le panel ne peut trancher
explain-human-always = les personnes décident dans tous les cas
explain-human-never = les personnes ne sont pas interrogées
explain-seat = - { $role } ({ $model }, température { $temperature }) : { $framing }
explain-shares = Accord { $agreement } et appui { $support } sur { $asked } interrogés ; { $cast } bulletins avec un choix
explain-pairs = Parmi toutes les paires de bulletins, { $share } concordent
explain-percent = { $number } %
explain-interval = Si les votants étaient indépendants, ce que des agents ne sont pas : intervalle à 95 % de { $low } à { $high } de la part

## export
export-why = Pourquoi
export-people = Personnes
export-numbers = Chiffres
export-ballots = Bulletins
export-record = Registre
export-columns = | Tour | Agent | Choix | Confiance | Modèle |
export-risk = Risque : { $risk }
export-check = Pour vérifier : `python -m bot verify { $id }` doit donner la tête { $hash }.
export-tripwire = sans le contexte (non compté)
