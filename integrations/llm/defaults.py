"""The models that are asked when nothing is configured: by the providers' keys, else what runs on this machine."""

from collections.abc import Mapping
from types import MappingProxyType

from pydantic import BaseModel, ValidationError

DEFAULT_MODELS: Mapping[str, str] = MappingProxyType(
    {
        "OPENAI_API_KEY": "openai/gpt-6-luna",
        "ANTHROPIC_API_KEY": "anthropic/claude-haiku-5-5",
        "GEMINI_API_KEY": "gemini/gemini-3.1-flash-lite",
        "MISTRAL_API_KEY": "mistral/mistral-small-latest",
    }
)
"""The provider's key in the environment → a small model of that provider."""

OLLAMA = "http://127.0.0.1:11434"
OLLAMA_SECONDS = 0.3
"""A server on this machine answers at once or is not there."""


class _Named(BaseModel):
    name: str


class _Tags(BaseModel):
    models: tuple[_Named, ...]


def spread(env: Mapping[str, str], seats: int) -> tuple[str, ...]:
    """A model for each seat, the provider changing from seat to seat; empty without any key."""
    present = [model for key, model in DEFAULT_MODELS.items() if env.get(key, "").strip()]
    return tuple(present[seat % len(present)] for seat in range(seats)) if present else ()


async def local_ollama(base_url: str = OLLAMA) -> str | None:
    """The first model that can chat on a local Ollama, or none if nothing listens."""
    import aiohttp

    limit = aiohttp.ClientTimeout(total=OLLAMA_SECONDS)
    try:
        async with aiohttp.ClientSession(timeout=limit) as session, session.get(f"{base_url}/api/tags") as response:
            tags = _Tags.model_validate_json(await response.read())
    except (aiohttp.ClientError, TimeoutError, ValidationError):
        return None
    names = [model.name for model in tags.models if "embed" not in model.name]
    return f"ollama/{names[0]}" if names else None
