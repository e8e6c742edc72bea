"""Direct calls of the librdkafka that the Python client loaded, for functions that it does not expose."""

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import files
from pathlib import Path


@cache
def library() -> ctypes.CDLL:
    """The loaded library. Each caller declares the types of the functions that it calls."""
    shared = [file for file in files("confluent-kafka") or [] if "librdkafka" in file.name]
    return ctypes.CDLL(str(Path(str(shared[0].locate()))))


def set_property(rdkafka: ctypes.CDLL, configuration: ctypes.c_void_p, key: str, value: str) -> None:
    """Set a property of a client's configuration.

    Raises:
        ValueError: The property is refused by librdkafka; the message says which one and why.
    """
    reason = ctypes.create_string_buffer(512)
    if rdkafka.rd_kafka_conf_set(configuration, key.encode(), value.encode(), reason, len(reason)) != 0:
        raise ValueError(reason.value.decode())


@contextmanager
def configuration(settings: Mapping[str, str]) -> Iterator[ctypes.c_void_p]:
    """Yield a client's configuration with these settings; it is destroyed at the end of the block.

    Raises:
        ValueError: A setting is refused by librdkafka; the message says which one and why.
    """
    rdkafka = library()
    rdkafka.rd_kafka_conf_new.restype = ctypes.c_void_p
    created = ctypes.c_void_p(rdkafka.rd_kafka_conf_new())
    try:
        for key, value in settings.items():
            set_property(rdkafka, created, key, value)
        yield created
    finally:
        rdkafka.rd_kafka_conf_destroy(created)


def refusal(key: str, value: str) -> str | None:
    """Why librdkafka refuses a property; None if it accepts the property."""
    try:
        with configuration({key: value}):
            return None
    except ValueError as error:
        return str(error)
