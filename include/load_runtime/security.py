"""Settings that may be secret: a load program receives them by its environment, never by its job file."""

import json
from collections.abc import Mapping

from include.settings import CLIENT_SECURITY

SECURITY_VARIABLE = CLIENT_SECURITY.name
"""Environment variable: a client's settings for encryption and authentication, in the form that its programs
read: JSON for Python, properties for Java."""


def security_environment(security: str) -> dict[str, str]:
    """The environment variable for a program; nothing if there are no such settings."""
    return {SECURITY_VARIABLE: security} if security else {}


def security_text(security: Mapping[str, str]) -> str:
    """The settings in the form that Python programs read; empty if there are none."""
    return json.dumps(dict(security)) if security else ""


def security_of_this_process() -> dict[str, str]:
    """The settings that this process received in its environment."""
    settings: dict[str, str] = json.loads(CLIENT_SECURITY.read() or "{}")
    return settings
