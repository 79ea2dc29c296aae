"""The one door to every model: litellm behind the Ask port, and the models that are asked by default."""

from integrations.llm.client import Endpoint, Models
from integrations.llm.defaults import DEFAULT_MODELS, local_ollama, spread
from integrations.llm.families import family_of, named_family
from integrations.llm.prices import dearest_call

__all__ = [
    "DEFAULT_MODELS",
    "Endpoint",
    "Models",
    "dearest_call",
    "family_of",
    "local_ollama",
    "named_family",
    "spread",
]
