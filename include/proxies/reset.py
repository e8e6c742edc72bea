"""Reset a connection."""

import socket
import struct
from asyncio import StreamWriter
from contextlib import suppress

RESET_AT_ONCE = struct.pack("ii", 1, 0)
"""The socket option ``SO_LINGER`` by which a connection is reset when it is closed."""


def reset(writer: StreamWriter) -> None:
    """Close a connection by a reset, as when the other side has crashed; a second call has no effect."""
    if writer.is_closing():
        return
    connection: socket.socket = writer.get_extra_info("socket")
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_ONCE)
    writer.transport.abort()
