"""What may be a secret: settings whose values, and texts that, are never shown and never recorded.

A setting counts as secret by its name, and a text by its form, because nobody can know all settings of all
programs. Both rules rather hide too much.
"""

import re
from collections.abc import Iterable, Mapping, Sequence

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

ASSIGNED_SECRET = re.compile(
    rf"(?=[pstcjkau._-])((?:{SECRET.pattern})[\w.-]{{0,100}}[\"']?\s{{0,9}}[=:]\s{{0,9}})\S+", re.IGNORECASE
)
"""The end of a secret setting's name in a text, an equals sign or a colon, and the first word of the value.

An output may have 100 MiB. So each place is looked at once, not for a name that begins there, and the first
letters of the words in ``SECRET`` are looked at first.
"""

LOGIN = re.compile(r"//[^/@\s]{1,200}@")
"""The user name, and perhaps the password, of an address in a text."""

ARGUMENT = re.compile(
    rf"(?P<name>[\w.-]{{0,60}}(?:{SECRET.pattern})[\w.-]{{0,60}})(?:[\"']?\s*=|[\"']\s*:|:\s)\s*"
    r"[\"']?(?P<value>[^\s\"']+)",
    re.IGNORECASE,
)
"""A secret setting and its value in a word of a command line. A colon alone separates the jars of a class
path."""

NOT_THE_SECRET = re.compile(r"(?:file|path|location|folder|dir|url|uri|type|class|alias)$", re.IGNORECASE)
"""The end of the name of a setting that only says where or what a secret is, as ``--password-file`` does."""

TOKEN = re.compile(r"(?=[A-Z]*[0-9])(?=[0-9]*[A-Z])[A-Z0-9+]{20,}", re.IGNORECASE)
"""Letters and digits without any separator, as in tokens, but not in paths."""

PLACEHOLDER = re.compile(r"\{\w+\}")

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


def secret_argument(words: Sequence[str]) -> str | None:
    """The first part of a command line that may be secret, named without its value; None if there is none."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        if found := secret_part(word):
            return found
        name = word.lstrip("-")
        is_option = word.startswith("-") and following and not following.startswith("-")
        if is_option and "=" not in word and _is_secret(name, following):
            return word
    return None


def secret_part(text: str) -> str | None:
    """The first part of a text that may be secret, named without its value; None if there is none."""
    for found in ARGUMENT.finditer(text):
        if _is_secret(found["name"], found["value"]):
            return found["name"]
    return "an address with a login" if USER_IN_ADDRESS.search(text) else None


def _is_secret(name: str, value: str) -> bool:
    is_about_it = NOT_THE_SECRET.search(name) or PLACEHOLDER.fullmatch(value)
    return may_be_secret(name) and not is_about_it


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
    """The values of environment variables that may be secret, the longest first; short ones are left out.

    A value of several lines counts as so many values, since a log has other characters between them.
    """
    values = {
        line for name, value in environment.items() if may_be_secret(name) for line in value.splitlines()
    }
    return sorted((value for value in values if len(value) >= SHORTEST_SECRET), key=len, reverse=True)


def with_secrets_hidden(text: str, secrets: Iterable[str]) -> str:
    """The output of a program without these secrets, values that follow the name of a secret, and logins."""
    for secret in secrets:
        text = text.replace(secret, HIDDEN)
    return LOGIN.sub(f"//{HIDDEN}@", ASSIGNED_SECRET.sub(rf"\1{HIDDEN}", text))


def shown_name(name: str) -> str | None:
    """The name of an unknown setting for a message; None if it may be a part of a secret itself.

    A password becomes a part of a name if the separator between the two is missing. Therefore, the name ends
    after the word that says that the value is secret.
    """
    if not NAME.fullmatch(name) or RANDOM.search(name):
        return None
    match = SECRET.search(name)
    return name if match is None or match.end() == len(name) else f"{name[: match.end()]}…"
