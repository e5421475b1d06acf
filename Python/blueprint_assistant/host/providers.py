"""Builds the provider that the settings ask for."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from blueprint_assistant.host.secrets import SecretStore
    from blueprint_assistant.host.settings import Settings
    from blueprint_assistant.providers.base import Provider

__all__ = ["build_provider"]

_log = logging.getLogger(__name__)


def build_provider(settings: Settings, secrets: SecretStore) -> Provider:
    """The provider of `settings.provider`.

    `auto` is Claude where a key is set, offline recipes otherwise. Claude without a key is
    built as well: its first request says what is missing.
    """
    choice = settings.provider
    if choice == "auto":
        choice = "claude" if secrets.get("claude") is not None else "offline"
    _log.info("Provider: %s (setting: %s)", choice, settings.provider)
    if choice == "offline":
        from blueprint_assistant.providers.offline import OfflineProvider  # noqa: PLC0415 - only one is used

        return OfflineProvider()
    from blueprint_assistant.providers.claude.claude_provider import ClaudeProvider  # noqa: PLC0415 - only one is used

    return ClaudeProvider(
        secrets.get("claude"),
        settings.claude_model,
        settings.claude_base_url or None,
        timeout_s=settings.request_timeout_s,
        max_retries=settings.max_retries,
        context_window=settings.context_window or None,
    )
