"""The very librdkafka that the Python client loaded, for what that doesn't pass on."""

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import files
from pathlib import Path


@cache
def library() -> ctypes.CDLL:
    """The loaded library; each caller declares the functions that it calls."""
    shared = [file for file in files("confluent-kafka") or [] if "librdkafka" in file.name]
    return ctypes.CDLL(str(Path(str(shared[0].locate()))))


def set_property(rdkafka: ctypes.CDLL, configuration: ctypes.c_void_p, key: str, value: str) -> None:
    """Set a client's property.

    Raises:
        ValueError: the library refuses it; it says which and why.
    """
    reason = ctypes.create_string_buffer(512)
    if rdkafka.rd_kafka_conf_set(configuration, key.encode(), value.encode(), reason, len(reason)) != 0:
        raise ValueError(reason.value.decode())


@contextmanager
def configuration(settings: Mapping[str, str]) -> Iterator[ctypes.c_void_p]:
    """A client's configuration with these settings, for as long as the block lasts.

    Raises:
        ValueError: the library refuses a setting; it says which and why.
    """
    rdkafka = library()
    rdkafka.rd_kafka_conf_new.restype = ctypes.c_void_p
    made = ctypes.c_void_p(rdkafka.rd_kafka_conf_new())
    try:
        for key, value in settings.items():
            set_property(rdkafka, made, key, value)
        yield made
    finally:
        rdkafka.rd_kafka_conf_destroy(made)


def refusal(key: str, value: str) -> str | None:
    """Why the library refuses a property; None when it takes it."""
    try:
        with configuration({key: value}):
            return None
    except ValueError as error:
        return str(error)
