"""Commands of kcat in a script: the settings after ``-X``."""

import re
import shlex

from include.load.client_choice import Role
from include.plan.judging.file_settings import FileEntry
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import LIBRDKAFKA, ClientInFile, SettingsFormat

COMMAND = re.compile(rb"^[^#\n]*\b(?:kcat|kafkacat)\b", re.MULTILINE)

MODES = {Role.PRODUCER: "-P", Role.CONSUMER: "-C"}

CONDUCT = {
    Role.PRODUCER: "kcat ends with an error if a message is not delivered, and does not send it again.",
    Role.CONSUMER: "kcat commits nothing; only as a member of a group (-G), the client commits by itself.",
}


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
        if MODES[role.other] not in words:
            clients.append(ClientInFile(f"line {line}", settings, conduct=[CONDUCT[role]]))
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
