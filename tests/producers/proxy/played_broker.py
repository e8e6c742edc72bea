"""A proxy between a client and a broker, whose messages a test sends itself."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import Awaitable, Callable
from typing import Any

from include.load.strike_terms import Strike
from include.machine.networks.ports import LOOPBACK
from include.producers.proxy.connection import ProxiedConnection
from include.producers.proxy.frames import read_frame
from include.producers.proxy.strikes import Strikes
from include.producers.proxy.wire_log import WireLog

Streams = tuple[StreamReader, StreamWriter]
DEADLINE_SECONDS = 60


class Bench:
    """The port of a proxy, and the side on which the test answers in the place of a broker."""

    def __init__(self, strikes: Strikes) -> None:
        self.strikes = strikes
        self.log = WireLog()
        self.changes = 0
        self._accepted: asyncio.Queue[Streams] = asyncio.Queue()
        self._servers: list[asyncio.Server] = []
        self._connections: set[asyncio.Task[None]] = set()

    async def open(self) -> "Bench":
        broker = await self._server(lambda *streams: self._accepted.put(streams))
        self._broker_port = broker.sockets[0].getsockname()[1]
        proxy = await self._server(self._pass_on)
        self._port = proxy.sockets[0].getsockname()[1]
        return self

    async def connect(self) -> tuple[Streams, Streams]:
        """A client's end of a new connection, and the broker's."""
        return await asyncio.open_connection(LOOPBACK, self._port), await self._accepted.get()

    async def close(self) -> None:
        for task in self._connections:
            task.cancel()
        for server in self._servers:
            server.close()

    async def _pass_on(self, *client: Any) -> None:
        upstream = await asyncio.open_connection(LOOPBACK, self._broker_port)
        proxied = ProxiedConnection(1, client, upstream, self.strikes, self._count, self.log.connection(1))
        self._connections.add(asyncio.create_task(proxied.run()))

    def _count(self) -> None:
        self.changes += 1

    async def _server(self, serve: Callable[..., Awaitable[None]]) -> asyncio.Server:
        self._servers.append(await asyncio.start_server(serve, LOOPBACK, 0))
        return self._servers[-1]


def play(part: Callable[[Bench], Awaitable[None]], *strikes: dict[str, Any]) -> None:
    """Run a scene of a test against a proxy with these strikes, within a deadline."""
    late = {"act": "hold", "client": "cut", "until": {"answered": "Produce"}}
    terms = [Strike.model_validate({**late, **terms} if "act" not in terms else terms) for terms in strikes]

    async def run() -> None:
        bench = await Bench(Strikes(terms)).open()
        bench.strikes.is_armed = True
        try:
            await asyncio.wait_for(part(bench), DEADLINE_SECONDS)
        finally:
            await bench.close()

    asyncio.run(run())


def played(*strikes: dict[str, Any]) -> Callable[[Callable[[Bench], Awaitable[None]]], Callable[[], None]]:
    """Play a test before a bench with these strikes."""
    return lambda test: lambda: play(test, *strikes)


async def passes(sender: Streams, receiver: Streams, frame: bytes) -> None:
    sender[1].write(frame)
    assert await read_frame(receiver[0]) == frame


async def ends(streams: Streams) -> bool:
    return await read_frame(streams[0]) is None
