"""Settings that no client reads, because they belong to a program that has clients of its own."""

from collections.abc import Collection, Iterator

PROGRAMS = {
    "camel.": "Camel",
    "debezium.": "Debezium Server",
    "micronaut.": "Micronaut",
    "mp.messaging.": "SmallRye Reactive Messaging",
    "quarkus.": "Quarkus",
    "spring.": "Spring Boot",
}
"""The programs with settings of their own, by the prefix of the settings."""


def program_of(name: str) -> str | None:
    """The program that the setting belongs to; None if the name does not show a program."""
    return next((program for prefix, program in PROGRAMS.items() if name.startswith(prefix)), None)


def name_of_client(name: str, known: Collection[str]) -> str | None:
    """The client's own name at the end of a program's name, such as ``acks`` of ``producer.acks``.

    A hyphen may stand for a full stop, as in Spring's names. None if no part of the name is a client's name.
    """
    return next((end for end in _ends(name) if end in known), None)


def _ends(name: str) -> Iterator[str]:
    _, _, end = name.partition(".")
    while end:
        yield from (end, end.replace("-", "."))
        _, _, end = end.partition(".")
