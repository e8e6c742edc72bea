"""The very librdkafka that the Python client loaded, for what that doesn't pass on."""

import ctypes
from importlib.metadata import files
from pathlib import Path


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


def refusal(key: str, value: str) -> str | None:
    """Why the library refuses a property; None when it takes it."""
    rdkafka = library()
    rdkafka.rd_kafka_conf_new.restype = ctypes.c_void_p
    configuration = ctypes.c_void_p(rdkafka.rd_kafka_conf_new())
    try:
        set_property(rdkafka, configuration, key, value)
    except ValueError as error:
        return str(error)
    finally:
        rdkafka.rd_kafka_conf_destroy(configuration)
    return None
