"""How a load program gets the settings that may be secret: through its environment, never its job file."""

import json
from collections.abc import Mapping

from include.settings import CLIENT_SECURITY

VARIABLE = CLIENT_SECURITY.name
"""librdkafka's settings for encryption and authentication, as a JSON object."""


def security_environment(security: Mapping[str, str]) -> dict[str, str]:
    """The variable for a program's environment; none where there is nothing to say."""
    return {VARIABLE: json.dumps(dict(security))} if security else {}


def security_of_this_process() -> dict[str, str]:
    """The settings that whoever started this process gave it."""
    settings: dict[str, str] = json.loads(CLIENT_SECURITY.read() or "{}")
    return settings
