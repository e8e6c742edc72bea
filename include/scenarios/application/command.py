"""The command line and the environment variables of an application, with placeholders."""

import re
import shlex
from collections.abc import Mapping

PLACEHOLDERS: Mapping[str, str] = {
    "bootstrap_servers": "the addresses of the brokers, separated by commas",
    "input_topic": "the topic to read",
    "output_topic": "the topic to write",
    "group": "the consumer group, also usable as the application's id",
    "transactional_id": "a transactional id, which an instance keeps when it is started again",
    "instance": "the number of the instance, from 0",
    "state_folder": "a folder that an instance keeps when it is started again",
    "settings_file": "the path of a copy of the settings file, in which these words are replaced, too",
    "semantics": "the promise of the cell, such as exactly-once",
}
"""What ``{name}`` stands for in a command and in the values of environment variables."""

NEEDED: Mapping[str, str] = {
    "bootstrap_servers": "its brokers",
    "input_topic": "the topic that it reads",
    "output_topic": "the topic that it writes",
}
"""What every application must be told: else it would use other brokers than those of Kerran, or none."""

_PLACEHOLDER = re.compile(r"\{(\w+)\}")


def words_of(command: str) -> list[str]:
    """The words of a command line. Nothing runs through a shell.

    Raises:
        ValueError: A quotation mark is not closed, or a placeholder does not exist.
    """
    check_placeholders(command)
    return shlex.split(command)


def check_placeholders(text: str) -> str:
    """The text, unchanged; ValueError if it has a placeholder that does not exist."""
    for name in _PLACEHOLDER.findall(text):
        if name not in PLACEHOLDERS:
            choices = ", ".join(f"{{{known}}}" for known in PLACEHOLDERS)
            raise ValueError(f"there is no placeholder {{{name}}}; choose from {choices}")
    return text


def untold(text: str) -> str:
    """What a text does not tell an application although it must know it; empty if nothing is missing.

    Example: ``its brokers ({bootstrap_servers})``.
    """
    return " or ".join(f"{words} ({{{name}}})" for name, words in NEEDED.items() if f"{{{name}}}" not in text)


def filled(text: str, values: Mapping[str, str]) -> str:
    """The text with a value in place of each placeholder. Other words in braces stay, as JSON has them."""
    return _PLACEHOLDER.sub(lambda match: values.get(match[1], match[0]), text)
