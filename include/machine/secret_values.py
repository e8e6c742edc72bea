"""What may be a secret: settings whose values, and texts that, are never shown and never recorded.

A setting counts as secret by its name, and a text by its form, because nobody can know all settings of all
programs. Both rules rather hide too much.
"""

import re
from collections.abc import Iterable, Mapping

SECRET = re.compile(
    r"passw(?:or)?d|passphrase|pwd|secret|token|credential|jaas|keytab|api[._-]?key|private|user[._-]?name|"
    r"user[._-]?info|certificate[._-]?chain|assertion|[._-](?:key|pem)(?![a-z0-9._-])",
    re.IGNORECASE,
)
"""The part of a setting's name that says that the value may be secret."""

PUBLIC = re.compile(r"[^\x00-\x1f\x7f=\"'{}<>$\\]{0,200}")
"""A value on one line, without anything that could be a further setting or a placeholder in it."""

RANDOM = re.compile(r"(?=[A-Za-z0-9+/_=-]*[0-9])(?=[A-Za-z0-9+/_=-]*[A-Za-z])[A-Za-z0-9+/_=-]{20,}")
"""Letters and digits without a full stop, as in tokens and in the lines of a key."""

USER_IN_ADDRESS = re.compile(r"//[^/@]*@")

ASSIGNED_SECRET = re.compile(rf"([\w.-]*(?:{SECRET.pattern})[\w.-]*[\"']?\s*[=:]\s*)\S+", re.IGNORECASE)
"""The name of a secret setting in a text, an equals sign or a colon, and the first word of its value."""

HIDDEN = "…"

SHORTEST_SECRET = 4
"""The length of the shortest value that is looked for in a text."""

NOT_SHOWN = "not shown, because it may be or contain a secret"
"""The reason why a name or a value is missing in a message, as a part of a sentence."""

WORD = r"(?:[a-z]+[0-9]*|[A-Z]+[0-9]*|[a-z]+(?:[A-Z][a-z]{2,})+)(?:\[[0-9]+\])?"
NAME = re.compile(rf"%?{WORD}(?:[._-]{WORD})+|[a-z]{{2,20}}")
"""A name that consists of words, such as ``spring.kafka.producer.acks``; a line of a key does not."""


def may_be_secret(name: str) -> bool:
    """Whether the value of the setting with this name may be secret."""
    return bool(SECRET.search(f".{name}"))


def can_be_shown(value: str) -> bool:
    """Whether a value is certainly no secret, and contains no other setting that may be one.

    For example, a backslash at the end of a line joins a value with the next line, which may be a password.
    """
    return bool(PUBLIC.fullmatch(value)) and not contains_secret(value)


def contains_secret(text: str) -> bool:
    """Whether a text looks like a secret, or has the name of a secret setting in it."""
    return any(pattern.search(text) for pattern in (SECRET, RANDOM, USER_IN_ADDRESS))


def without_secrets(settings: Mapping[str, object]) -> Mapping[str, object]:
    """The settings, unchanged.

    Raises:
        ValueError: The value of a setting may be secret. The message names the setting.
    """
    for name in settings:
        if may_be_secret(name):
            raise ValueError(
                f"{name} may be secret, and the plan, the report and the records of the cells contain every "
                "setting; remove it (the settings of encryption and logins belong in the Airflow connection "
                "of CLUSTER=external:<connection>)"
            )
    return settings


def secrets_of_environment(environment: Mapping[str, str]) -> list[str]:
    """The values of environment variables that may be secret, the longest first; short ones are left out."""
    values = {value for name, value in environment.items() if may_be_secret(name)}
    return sorted((value for value in values if len(value) >= SHORTEST_SECRET), key=len, reverse=True)


def with_secrets_hidden(text: str, secrets: Iterable[str]) -> str:
    """The output of a program without these secrets, and without values that follow the name of a secret."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return ASSIGNED_SECRET.sub(rf"\1{HIDDEN}", text)


def shown_name(name: str) -> str | None:
    """The name of an unknown setting for a message; None if it may be a part of a secret itself.

    A password becomes a part of a name if the separator between the two is missing. Therefore, the name ends
    after the word that says that the value is secret.
    """
    if not NAME.fullmatch(name) or RANDOM.search(name):
        return None
    match = SECRET.search(name)
    return name if match is None or match.end() == len(name) else f"{name[: match.end()]}…"
