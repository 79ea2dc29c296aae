# Comment échouent les appels à GitHub

github-rate-limited = GitHub demande d’attendre { $seconds } s ; l’envoi reprend de lui-même.
github-doubtful = GitHub n’a pas dit s’il a pris le message ({ $why }) ; on le cherche avant de le renvoyer.
github-refused = GitHub a refusé ({ $why }) ; prévenez la personne qui exploite ce robot.
github-not-accessible = Il manque une permission à l’application ({ $needed }) : demandez à un propriétaire du compte de l’accepter dans les réglages de l’application sur GitHub.
github-not-found = GitHub n’y trouve rien, ou nous ne pouvons pas le voir : vérifiez que l’application est installée pour ce dépôt.
github-not-installed = L’application n’est pas installée pour ce dépôt : demandez à un propriétaire de l’ajouter dans les réglages de l’application sur GitHub.
github-suspended = L’installation de l’application est suspendue : demandez à un propriétaire du compte de la rétablir dans ses réglages sur GitHub.
github-gone = Cela a été supprimé sur GitHub : reposez la question à un endroit qui existe encore.
github-locked = La conversation est verrouillée : demandez à une personne qui a l’accès en écriture de la déverrouiller, puis reposez la question.
github-archived = Le dépôt est archivé et ne prend plus de commentaires : demandez à un administrateur de le rouvrir, ou posez la question ailleurs.
github-other-user = Cet identifiant appartient désormais à un autre compte : la personne doit agir de nouveau depuis le sien.
github-bad-credentials = GitHub ne connaît pas le jeton : vérifiez GITHUB_TOKEN.
github-bad-key = GitHub n’accepte pas la signature de l’application : vérifiez GITHUB_APP_ID et GITHUB_PRIVATE_KEY.
github-clock = L’horloge de cet ordinateur est décalée de { $seconds } s, donc GitHub refuse la signature de l’application : réglez-la, par exemple par NTP.
github-bad-app-id = { $name } n’est pas un nombre : copiez l’App ID depuis les réglages de l’application sur GitHub.
github-unreadable-key = { $name } n’est pas une clé privée : collez tout le fichier PEM de l’application, ou indiquez-le dans GITHUB_PRIVATE_KEY_PATH.

## Ce que doctor trouve chez GitHub
doctor-github = GitHub
doctor-github-permissions = permissions GitHub
doctor-github-events = événements GitHub
doctor-github-clock = horloge de GitHub
doctor-github-webhook = webhook GitHub
doctor-github-lacks = Dans { $account }, il manque à l’application { $permissions } : demandez à un propriétaire du compte de l’accepter dans les réglages de l’application sur GitHub.
doctor-github-suspended = L’installation dans { $account } est suspendue, donc rien n’y est lu ni répondu : demandez à un propriétaire de la rétablir.
doctor-github-nowhere = L’application n’est encore installée nulle part : installez-la dans le compte dont les dépôts doivent l’avoir.
doctor-github-unheard = L’application n’entend pas { $events } : abonnez-la dans ses réglages sur GitHub.
doctor-github-clock-unsaid = GitHub n’a pas dit quelle heure il est.
github-members-unknown = Impossible de lire sur GitHub qui peut voter, donc aucun vote n’a été ouvert : vérifiez les noms des équipes et des personnes, et que l’application peut lire les membres de l’organisation, puis réessayez.
github-closed = Cette demande de tirage est fusionnée ou fermée, il n’y a donc plus rien à fusionner : rouvrez-la, ou posez une question à vous derrière `/consensus`.
github-hidden = Tout le monde peut lire les commentaires, donc un vote au décompte caché ne se tient pas ici : retirez --hide et `hidden`, nommez un canal Slack avec --in, ou demandez dans Slack.
github-hidden-unlinked = Un vote au décompte caché se tient dans Slack, où { $linked } de ses votants sont connus et il en faut { $needed } : faites-leur dire /consensus link dans Slack, ou retirez --hide.
