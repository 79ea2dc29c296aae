"""Which family of models a name belongs to: two models of one family are hardly two opinions."""

import re
from collections.abc import Mapping

FAMILIES: tuple[tuple[str, re.Pattern[str]], ...] = tuple(
    (family, re.compile(rf"(?<![a-z])(?:{names})"))
    for family, names in (
        ("rehearsal", "rehearsal"),
        ("deepseek", "deepseek"),
        ("openai", "gpt|chatgpt|o[134](?![a-z0-9])"),
        ("anthropic", "claude|anthropic"),
        ("google", "gemini|gemma"),
        ("mistral", r"(?:open-)?(?:mistral|mixtral|codestral|ministral|magistral|devstral|pixtral)"),
        ("qwen", "qwen|qwq"),
        ("xai", "grok"),
        ("cohere", "command"),
        ("microsoft", "phi(?![a-z])"),
        ("meta", "(?:code)?llama(?!cpp)"),
    )
)


def bare(model: str) -> str:
    """The name without the provider or host it is asked at."""
    return model.rsplit("/", 1)[-1]


def provider_of(model: str) -> str:
    """Where a model is asked: what stands before the first slash."""
    return model.split("/", 1)[0]


def family_of(model: str) -> str:
    """The family by the model's name; an unknown name's is what stands before its first digit or dash."""
    name = bare(model).lower()
    for text in (name, model.lower()):
        for family, pattern in FAMILIES:
            if pattern.search(text):
                return family
    return re.split(r"[\d:-]", name, maxsplit=1)[0] or name


def named_family(model: str, table: Mapping[str, str]) -> str:
    """The family by the configured table (a whole name, else its longest beginning), otherwise by the name."""
    name = bare(model).lower()
    fitting = {key: family for key, family in table.items() if _begins(name, bare(key).lower())}
    if model in table:
        return table[model]
    return fitting[max(fitting, key=len)] if fitting else family_of(model)


def _begins(name: str, beginning: str) -> bool:
    """Whether a name begins so, without cutting a number: m1 is no beginning of m10."""
    rest = name.removeprefix(beginning)
    if not beginning or (rest == name):
        return False
    return not (beginning[-1].isdigit() and rest[:1].isdigit())
