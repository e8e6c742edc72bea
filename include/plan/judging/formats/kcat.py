"""Commands of kcat in a script: the settings after ``-X``.

Source: https://github.com/edenhill/kcat, ``kcat.c``.
"""

import re
import shlex

from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import LIBRDKAFKA, ClientInFile, SettingsFormat

COMMAND = re.compile(rb"^[^#\n]*\b(?:kcat|kafkacat)\b", re.MULTILINE)

MODES = {Role.PRODUCER: ("-P",), Role.CONSUMER: ("-C", "-G")}
"""The options of a command whose client has the role. Without a mode, kcat chooses between ``-P`` and ``-C``
by its input."""

OTHER_MODES = ("-L", "-Q", "-M")

MEMBER = "-G"

SENDS = (
    "kcat does not send a message again that the client has given up: it reports it, goes on, and ends with "
    "an error when its input ends."
)
READS = "kcat commits nothing, and begins where -o says (by default, with the oldest message)."
READS_AS_MEMBER = "As a member of a group (-G), kcat leaves the commits to the client."


def clients_in(file: FileText, role: Role) -> list[ClientInFile]:
    """The client of each command that produces, or of each that consumes."""
    clients = []
    for line, words in _commands(file):
        settings = [
            FileEntry(name, value, line, bool(separator))
            for option, text in zip(words, [*words[1:], ""], strict=True)
            for name, separator, value in [_setting(option, text).partition("=")]
            if name
        ]
        others = (*MODES[role.other], *OTHER_MODES)
        if any(word.startswith(others) for word in words):
            continue
        is_alone = role is Role.CONSUMER and not any(word.startswith(MEMBER) for word in words)
        reads = READS if is_alone else READS_AS_MEMBER
        clients.append(
            ClientInFile(
                f"line {line}",
                settings,
                fixed={"enable.auto.commit": "false"} if is_alone else {},
                conduct=[SENDS if role is Role.PRODUCER else reads],
            )
        )
    return clients


def _setting(option: str, text: str) -> str:
    """The setting of an option, ``-X name=value`` or ``-Xname=value``; otherwise empty."""
    if option == "-X":
        return text
    return option.removeprefix("-X") if option.startswith("-X") else ""


def _commands(file: FileText) -> list[tuple[int, list[str]]]:
    """The first line and the words of each command."""
    commands, first, text = [], 0, ""
    for number, line in enumerate(file.text.splitlines(), start=1 + file.lines_before):
        first = first if text else number
        text += line.removesuffix("\\") + " "
        if line.endswith("\\"):
            continue
        if COMMAND.search(text.encode()):
            try:
                commands.append((first, shlex.split(text, comments=True)))
            except ValueError:
                raise file.refused(
                    first - file.lines_before, "a quotation mark of the command has no end"
                ) from None
        text = ""
    return commands


RECORD = SettingsFormat(
    name="kcat",
    title="kcat",
    clients=LIBRDKAFKA,
    recognises=lambda file: file.has_lines and bool(COMMAND.search(file.content)) and b"-X" in file.content,
    clients_in=clients_in,
)
