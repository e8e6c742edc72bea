"""Direct calls of librdkafka, for functions that its Python client does not expose.

The calls go to the library that the Python client has loaded.
"""

import ctypes
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from importlib.metadata import files
from pathlib import Path
from typing import Any

from include.machine.secret_values import may_be_secret


@cache
def library() -> ctypes.CDLL:
    """The loaded library librdkafka. Each caller declares the types of the functions that it calls."""
    libraries = [file for file in files("confluent-kafka") or [] if "librdkafka" in file.name]
    return ctypes.CDLL(str(Path(str(libraries[0].locate()))))


@contextmanager
def configuration(settings: Mapping[str, str]) -> Iterator[ctypes.c_void_p]:
    """Yield a client's configuration with these settings; it is destroyed at the end of the block.

    Raises:
        ValueError: A setting is refused by librdkafka; the message says which one and why.
    """
    rdkafka, reason = library(), ctypes.create_string_buffer(512)
    rdkafka.rd_kafka_conf_new.restype = ctypes.c_void_p
    configuration = ctypes.c_void_p(rdkafka.rd_kafka_conf_new())
    try:
        for key, value in settings.items():
            pair = key.encode(), value.encode()
            if rdkafka.rd_kafka_conf_set(configuration, *pair, reason, len(reason)) != 0:
                raise ValueError(reason.value.decode())
        yield configuration
    finally:
        rdkafka.rd_kafka_conf_destroy(configuration)


def refusal(key: str, value: str) -> str | None:
    """The reason why librdkafka refuses a property; None if it accepts the property."""
    try:
        with configuration({key: value}):
            return None
    except ValueError as error:
        return str(error)


def effective_settings(settings: dict[str, str]) -> dict[str, str]:
    """All of librdkafka's settings for a client configured with ``settings``; secrets are masked.

    Raises:
        ValueError: A setting is refused by librdkafka; the message says which one and why.
    """
    rdkafka = _library_of_dumps()
    with configuration(settings) as client:
        values = _dump(rdkafka, rdkafka.rd_kafka_conf_dump, client)
        topic = ctypes.c_void_p(rdkafka.rd_kafka_conf_get_default_topic_conf(client))
        if topic:  # For keys in both configurations, the topic only says that it inherits the client's value.
            values = _dump(rdkafka, rdkafka.rd_kafka_topic_conf_dump, topic) | values
        return {
            key: "(masked)" if may_be_secret(key) or key.startswith("sasl.oauthbearer") else value
            for key, value in values.items()
        }


def library_version() -> str:
    """The version of librdkafka."""
    rdkafka = library()
    rdkafka.rd_kafka_version_str.restype = ctypes.c_char_p
    version: bytes = rdkafka.rd_kafka_version_str()
    return version.decode()


def _library_of_dumps() -> ctypes.CDLL:
    rdkafka = library()
    rdkafka.rd_kafka_conf_get_default_topic_conf.restype = ctypes.c_void_p
    for dump in (rdkafka.rd_kafka_conf_dump, rdkafka.rd_kafka_topic_conf_dump):
        dump.restype = ctypes.POINTER(ctypes.c_char_p)
    return rdkafka


def _dump(rdkafka: ctypes.CDLL, dump: Any, configuration: ctypes.c_void_p) -> dict[str, str]:  # noqa: ANN401
    """A configuration as a dictionary, from librdkafka's array of alternating keys and values."""
    size = ctypes.c_size_t()
    strings = dump(configuration, ctypes.byref(size))
    texts = [strings[index].decode() for index in range(size.value)]
    rdkafka.rd_kafka_conf_dump_free(strings, size)
    return dict(zip(texts[::2], texts[1::2], strict=True))
