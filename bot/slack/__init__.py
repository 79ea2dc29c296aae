"""Slack at work: what comes in becomes use cases, and what they say goes back to where people look."""
