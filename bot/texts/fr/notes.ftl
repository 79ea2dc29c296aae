### Courtes remarques à côté d'un résultat ou d'une lecture.

note-lonely-quote = Un guillemet est seul et a été lu comme du texte.
warning-one-family = Tous les agents utilisent des modèles d’une même famille et peuvent se tromper ensemble : ajoutez un modèle d’une autre famille.
note-duplicates-merged = Les options qui disent la même chose ont été réunies.
note-one-option = Une option seule devient une question oui/non.
