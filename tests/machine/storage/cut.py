"""A network that is cut: a TCP proxy on loopback that lets so many bytes of an upload pass, and no more."""

import re
import socket
import threading
from contextlib import suppress

CHUNK = 16 * 1024
REQUEST = re.compile(rb"^(?:GET|HEAD|PUT|POST|DELETE) /\S+", re.MULTILINE)
"""The method and the path of an HTTP request."""


class CutNetwork:
    """Passes on what clients send to a port of this machine, until ``bytes_left`` are used up."""

    def __init__(self, target: int, bytes_left: int) -> None:
        self._target = target
        self._bytes_left = bytes_left
        self._connections: list[socket.socket] = []
        self.requests: list[bytes] = []
        """The methods and the paths of the requests that clients sent, in their order."""
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.port: int = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    @property
    def is_cut(self) -> bool:
        """Whether more was sent than it lets pass."""
        return self._bytes_left < 0

    def cut(self) -> None:
        """Let nothing pass any more: open connections break, new ones are refused."""
        self._bytes_left = -1
        for connection in (self._listener, *self._connections):
            with suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
            connection.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client = self._listener.accept()[0]
                server = socket.create_connection(("127.0.0.1", self._target))
                self._connections += [client, server]
                threading.Thread(target=self._upload, args=(client, server), daemon=True).start()
                threading.Thread(target=self._answer, args=(server, client), daemon=True).start()

    def _upload(self, client: socket.socket, server: socket.socket) -> None:
        with suppress(OSError):
            while chunk := client.recv(CHUNK):
                self._bytes_left -= len(chunk)
                self.requests += REQUEST.findall(chunk)
                if self.is_cut:
                    self.cut()
                    break
                server.sendall(chunk)
            server.shutdown(socket.SHUT_WR)

    def _answer(self, server: socket.socket, client: socket.socket) -> None:
        with suppress(OSError):
            while chunk := server.recv(CHUNK):
                client.sendall(chunk)
            client.shutdown(socket.SHUT_WR)
