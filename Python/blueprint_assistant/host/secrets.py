"""Keys of the model services: environment first, then the system's credential store, then this session.

Keys never go into a settings file. What is read or set here is remembered by `redaction`.
Any thread; a credential store may ask its user, so not the game thread while a tick runs.
"""

from __future__ import annotations

import importlib
import importlib.util
import logging
import os
from typing import TYPE_CHECKING, Any, Literal

from pydantic import SecretStr

from blueprint_assistant.errors import ConfigurationError
from blueprint_assistant.host.redaction import remember_secret

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["KeyPlace", "SecretStore", "Service"]

Service = Literal["claude"]
KeyPlace = Literal["environment", "credential store", "session"]

_VARIABLES: dict[Service, str] = {"claude": "ANTHROPIC_API_KEY"}
_STORE_NAME = "BlueprintAIAssistant"
_LONGEST_STORED = 1200
"""Characters. Windows keeps 2560 bytes of UTF-16 for one credential."""

_log = logging.getLogger(__name__)


class SecretStore:
    """Finds and keeps the key of a service.

    `credential_store` is a module with the functions of `keyring`; by default that package
    is used where it is installed. `repr` and `str` show no key.
    """

    def __init__(
        self, environment: Mapping[str, str] | None = None, credential_store: Any | None = None
    ) -> None:
        """Read nothing yet."""
        self._environment = os.environ if environment is None else environment
        self._store = credential_store
        self._session: dict[Service, SecretStr] = {}

    def get(self, service: Service) -> SecretStr | None:
        """The key of a service, or None when there is none."""
        return self._find(service)[0]

    def place(self, service: Service) -> KeyPlace | None:
        """Where the key of a service was found, for people to see; None when there is none."""
        return self._find(service)[1]

    def set(self, service: Service, key: str) -> KeyPlace:
        """Keep a key that the user gave; says where it was kept.

        Without a usable credential store it lives until the program ends. Raises
        ConfigurationError for a text that cannot be a key.
        """
        key = key.strip()
        if not key or not key.isascii() or not key.isprintable() or " " in key or len(key) > _LONGEST_STORED:
            raise ConfigurationError(
                "This text is no key: a key is one word of letters, digits and signs.",
                "Copy the key again from the service's own page.",
            )
        remember_secret(key)
        self._session[service] = SecretStr(key)
        if self._call_store("set_password", _STORE_NAME, service, key) is _FAILED:
            _log.warning("The key for %s is kept for this session only: no credential store here.", service)
            return "session"
        return "credential store"

    def forget(self, service: Service) -> None:
        """Drop the key from the session and the credential store; the environment is not ours."""
        self._session.pop(service, None)
        if self._call_store("get_password", _STORE_NAME, service) not in (None, _FAILED):
            self._call_store("delete_password", _STORE_NAME, service)

    def _find(self, service: Service) -> tuple[SecretStr | None, KeyPlace | None]:
        named = self._environment.get(_VARIABLES[service], "").strip()
        if named:
            remember_secret(named)
            return SecretStr(named), "environment"
        stored = self._call_store("get_password", _STORE_NAME, service)
        if isinstance(stored, str) and stored:
            remember_secret(stored)
            return SecretStr(stored), "credential store"
        session = self._session.get(service)
        return session, None if session is None else "session"

    def _call_store(self, function: str, *arguments: str) -> object:
        """Call the credential store; `_FAILED` when there is none or it refuses."""
        if self._store is None:
            if importlib.util.find_spec("keyring") is None:
                return _FAILED
            self._store = importlib.import_module("keyring")
        try:
            return getattr(self._store, function)(*arguments)
        except Exception as error:  # noqa: BLE001 - each system's store raises errors of its own
            _log.info("The credential store refused %s: %s", function, type(error).__name__)
            return _FAILED


_FAILED = object()
