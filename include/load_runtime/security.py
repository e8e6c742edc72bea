"""Settings that may be secret: a load program receives them by its environment, never by its job file."""

import json
from collections.abc import Mapping

from include.settings import CLIENT_SECURITY

SECURITY_VARIABLE = CLIENT_SECURITY.name
"""Environment variable: librdkafka's settings for encryption and authentication, as a JSON object."""


def security_environment(security: Mapping[str, str]) -> dict[str, str]:
    """The environment variable for a program; nothing if there are no such settings."""
    return {SECURITY_VARIABLE: json.dumps(dict(security))} if security else {}


def security_of_this_process() -> dict[str, str]:
    """The settings that this process received in its environment."""
    settings: dict[str, str] = json.loads(CLIENT_SECURITY.read() or "{}")
    return settings
