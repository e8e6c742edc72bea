"""A ConfigMap or a Secret of Kubernetes, whose data are files."""

import re
from collections.abc import Iterator
from pathlib import Path

from ruamel.yaml.nodes import MappingNode, Node, ScalarNode

from include.load.client_choice import Role
from include.machine.secret_values import shown_name
from include.plan.judging.file_text import FileText
from include.plan.judging.settings_format import BOTH, ClientInFile, SettingsFormat, deciding_setting
from include.plan.judging.yaml_file import yaml_roots
from include.plan.validation_errors import ExperimentError

KIND = re.compile(rb"^kind:\s*[\"']?(?:ConfigMap|Secret)\b", re.MULTILINE)

SUFFIXES = ("", ".cfg", ".conf", ".config", ".env", ".ini", ".json", ".properties", ".yaml", ".yml")
"""The ends of the names of files with settings."""

DATA = ("data", "stringData")


BESIDE = (
    "is no file; if an application gets it as a variable of its environment, it may count more than a file: "
    "write the setting into an embedded file ({setting}=…), or remove it if no application gets it"
)


def embedded(file: FileText) -> list[FileText]:
    """The files in the data, with their lines in the whole file.

    A text after ``|`` begins on the line after its key. The lines of another text cannot be told apart.

    Raises:
        ExperimentError: Beside the files stands a setting on which a promise depends.
    """
    files, problems = [], []
    for name, text in _data(file):
        if isinstance(text, ScalarNode) and _is_file(str(name.value), text):
            before = text.start_mark.line + (1 if text.style == "|" else 0)
            files.append(FileText(file.path, text.value.encode(), str(name.value), before))
        elif setting := deciding_setting(str(name.value)):
            shown = shown_name(str(name.value)) or setting
            line = name.start_mark.line + 1
            problems.append(f"{file.path}:{line}: {shown}: {BESIDE.format(setting=setting)}")
    if problems:
        raise ExperimentError(problems)
    return files


def _data(file: FileText) -> Iterator[tuple[Node, Node]]:
    """Yield the names and the values in the data of all documents."""
    for root in yaml_roots(file.path, file.text):
        for key, value in root.value if isinstance(root, MappingNode) else ():
            if key.value not in DATA or not isinstance(value, MappingNode):
                continue
            yield from value.value


def _is_file(name: str, text: ScalarNode) -> bool:
    """Whether a text is a file of settings, and not a single value or a script."""
    return Path(name).suffix.lower() in SUFFIXES and (text.style in ("|", ">") or "\n" in text.value)


def clients_in(_file: FileText, _role: Role) -> list[ClientInFile]:
    """No client: the clients are those of the embedded files."""
    return []


RECORD = SettingsFormat(
    name="configmap",
    title="Kubernetes (ConfigMap)",
    clients=BOTH,
    recognises=lambda file: file.is_yaml and bool(KIND.search(file.content)),
    clients_in=clients_in,
    embedded=embedded,
)
