"""A registry finds records of one kind by name. Each record is in its own module.

A record is data, or an object whose methods import code when it is needed: planning reads every record, and
imports none of the code that only cells, executors or reports run.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from importlib import import_module
from typing import Generic, TypeVar

Record = TypeVar("Record")


class UnknownNameError(ValueError):
    """A name that is not in a registry. The message lists the names, and the most similar name."""


class Registry(Mapping[str, Record], Generic[Record]):
    """Records by name, in the order of ``names``. Each record is loaded when it is first needed.

    The record of ``kill-leader`` in the package ``include.faults`` is the constant ``RECORD`` of the module
    ``include.faults.kill_leader``. If the package is a pattern, such as ``include.clients.{}.client``, the
    module is ``include.clients.java.client``. To add a record, add its module and its name. Error messages
    contain the kind of the records, such as ``fault``.
    """

    def __init__(self, kind: str, record: type[Record], package: str, names: Sequence[str]) -> None:
        self._kind, self._record, self._package = kind, record, package
        self._names = tuple(names)
        self._loaded: dict[str, Record] = {}

    def __getitem__(self, name: str) -> Record:
        if self.checked_name(name) not in self._loaded:
            module = module_of(self._package, name)
            record = import_module(module).RECORD
            if not isinstance(record, self._record):
                raise TypeError(f"{module}: RECORD is no {self._record.__name__}")
            self._loaded[name] = record
        return self._loaded[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self._names)

    def __len__(self) -> int:
        return len(self._names)

    def __contains__(self, name: object) -> bool:
        """Whether there is a record with this name. No record is loaded."""
        return name in self._names

    def checked_name(self, name: str) -> str:
        """The name, unchanged; UnknownNameError if no record has this name. No record is loaded."""
        return checked_name(self._kind, name, self._names)


def checked_name(kind: str, name: str, names: Collection[str]) -> str:
    """The name, unchanged; UnknownNameError if ``names`` does not contain this name."""
    if name not in names:
        choices, hint = ", ".join(names), did_you_mean(name, names)
        raise UnknownNameError(f"there is no {kind} {name!r}; choose from {choices}{hint}")
    return name


def module_of(package: str, name: str) -> str:
    """The module of a record: in ``package``, or with the record's name in place of ``{}`` in ``package``."""
    module = module_name(name)
    return package.format(module) if "{}" in package else f"{package}.{module}"


def module_name(name: str) -> str:
    """The name of a record as the name of its module: ``kill_leader`` for ``kill-leader``."""
    return name.replace("-", "_")


def did_you_mean(word: object, choices: Iterable[str]) -> str:
    """A hint like ``; did you mean seed?`` if a known word is similar; otherwise an empty text."""
    near = get_close_matches(str(word), list(choices), n=1)
    return f"; did you mean {near[0]}?" if near else ""
