"""The settings that a Kafka client uses: those that were set, and librdkafka's defaults for the others."""

import ctypes
from typing import Any

from include.load_runtime import librdkafka
from include.load_runtime.librdkafka import configuration

_SECRET_KEY_PARTS = ("password", "secret", "sasl.oauthbearer", "ssl.key.pem", "sasl.username")


def effective_settings(settings: dict[str, str]) -> dict[str, str]:
    """All of librdkafka's settings for a client configured with ``settings``; secrets are masked.

    The Python client does not expose the settings, so the librdkafka that it loaded is called directly.

    Raises:
        ValueError: A setting is refused by librdkafka; the message says which one and why.
    """
    library = _library()
    with configuration(settings) as client:
        dumped = _dump(library, library.rd_kafka_conf_dump, client)
        topic = ctypes.c_void_p(library.rd_kafka_conf_get_default_topic_conf(client))
        if topic:  # A key of both configurations: the topic's value only says that it inherits the client's.
            dumped = _dump(library, library.rd_kafka_topic_conf_dump, topic) | dumped
        return {
            key: "(masked)" if any(part in key for part in _SECRET_KEY_PARTS) else value
            for key, value in dumped.items()
        }


def library_version() -> str:
    """The version of librdkafka."""
    version: bytes = _library().rd_kafka_version_str()
    return version.decode()


def _library() -> ctypes.CDLL:
    library = librdkafka.library()
    library.rd_kafka_conf_get_default_topic_conf.restype = ctypes.c_void_p
    library.rd_kafka_version_str.restype = ctypes.c_char_p
    for dump in (library.rd_kafka_conf_dump, library.rd_kafka_topic_conf_dump):
        dump.restype = ctypes.POINTER(ctypes.c_char_p)
    return library


def _dump(library: ctypes.CDLL, dump: Any, configuration: ctypes.c_void_p) -> dict[str, str]:  # noqa: ANN401
    """A configuration, which librdkafka gives as an array of alternating keys and values."""
    size = ctypes.c_size_t()
    strings = dump(configuration, ctypes.byref(size))
    texts = [strings[index].decode() for index in range(size.value)]
    library.rd_kafka_conf_dump_free(strings, size)
    return dict(zip(texts[::2], texts[1::2], strict=True))
