"""A quota of producers. The command-line tools of Kafka take seconds to set it; its Python client cannot.

One request, AlterClientQuotas of version 0, in its binary form. Source: https://kafka.apache.org/protocol
"""

import socket
import struct

ALTER_CLIENT_QUOTAS, VERSION, CORRELATION = 49, 0, 1
NO_ERROR = 0


def limit_producers(bootstrap: str, bytes_per_second: float) -> None:
    """Let each broker delay a producer that sends it more than so many bytes in a second."""
    host, _, port = bootstrap.partition(",")[0].partition(":")
    with socket.create_connection((host, int(port)), timeout=10) as connection:
        request = _request(bytes_per_second)
        connection.sendall(struct.pack(">i", len(request)) + request)
        with connection.makefile("rb") as answers:
            answer = answers.read(struct.unpack(">i", answers.read(4))[0])
    correlation, _throttled_ms, entries, error = struct.unpack_from(">iiih", answer)
    assert (correlation, entries, error) == (CORRELATION, 1, NO_ERROR), answer


def _request(bytes_per_second: float) -> bytes:
    """The quota of all producers, whatever their ``client.id``: an entity without a name."""
    header = struct.pack(">hhi", ALTER_CLIENT_QUOTAS, VERSION, CORRELATION) + _text("tests")
    entity = struct.pack(">i", 1) + _text("client-id") + struct.pack(">h", -1)
    is_removed = is_only_validated = False
    rate = struct.pack(">d??", bytes_per_second, is_removed, is_only_validated)
    return header + struct.pack(">i", 1) + entity + struct.pack(">i", 1) + _text("producer_byte_rate") + rate


def _text(text: str) -> bytes:
    return struct.pack(">h", len(text)) + text.encode()
