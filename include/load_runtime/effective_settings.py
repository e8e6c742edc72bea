"""The settings that a client really has: what was set, and the library's default for everything else."""

import ctypes
from typing import Any

from include.load_runtime import librdkafka
from include.load_runtime.librdkafka import configuration

_MASKED = ("password", "secret", "sasl.oauthbearer", "ssl.key.pem", "sasl.username")


def effective_settings(settings: dict[str, str]) -> dict[str, str]:
    """All of librdkafka's settings for a client configured with ``settings``; secrets masked.

    The Python client doesn't expose this, so the very library that it loaded is asked.

    Raises:
        ValueError: the library refuses a setting; it says which and why.
    """
    library = _library()
    with configuration(settings) as made:
        dumped = _dump(library, library.rd_kafka_conf_dump, made)
        topic = ctypes.c_void_p(library.rd_kafka_conf_get_default_topic_conf(made))
        if topic:  # where both name a setting, the topic's only says that it inherits the client's
            dumped = _dump(library, library.rd_kafka_topic_conf_dump, topic) | dumped
        return {key: _mask(key, value) for key, value in dumped.items()}


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
    size = ctypes.c_size_t()
    words = dump(configuration, ctypes.byref(size))
    texts = [words[place].decode() for place in range(size.value)]
    library.rd_kafka_conf_dump_free(words, size)
    return dict(zip(texts[::2], texts[1::2], strict=True))


def _mask(key: str, value: str) -> str:
    return "(masked)" if any(word in key for word in _MASKED) else value
