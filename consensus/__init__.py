"""How a decision is reached: pure, and knows nothing of chats, models or databases."""

ENGINE_VERSION = "1"
"""Recorded when a decision opens; grows when the same events would give another verdict."""
