### Short notes beside a result or a parse.

note-lonely-quote = A quotation mark has no partner and was read as plain text.
warning-one-family = All agents use models of one family, so they may err together: add a model of another family.
note-duplicates-merged = Options that say the same were merged.
note-one-option = One option alone makes a yes/no question.
