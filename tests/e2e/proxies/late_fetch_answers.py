"""A proxy between brokers that holds the answers to a follower's Fetch requests."""

import asyncio
from asyncio import StreamReader, StreamWriter
from collections import Counter, defaultdict
from collections.abc import Coroutine, Iterator
from contextlib import AsyncExitStack, contextmanager
from threading import Thread
from typing import Any

from include.load.connection_tasks import ConnectionTasks, until_one_ends
from include.load.protocol_requests import Request
from include.load.proxy_job import BrokerLinks, LinkedBroker
from include.producers.proxy.frames import AFTER_CORRELATION_ID, after_string, read_frame, request_header
from include.producers.proxy.proxy import BUFFER_BYTES

ANSWER_SECONDS = 10.0


class Gate:
    """Where the answers of a leader to a follower wait while they are held."""

    def __init__(self) -> None:
        self.held = 0
        """The number of answers that have waited here, or still wait."""
        self._content: bytes | None = None
        self._changed = asyncio.Condition()

    async def change(self, content: bytes | None) -> None:
        """From now on, hold only answers that contain these bytes; None: hold no answer."""
        async with self._changed:
            self._content = content
            self._changed.notify_all()

    async def passed(self, answer: bytes) -> None:
        """Return when an answer may pass."""
        async with self._changed:
            self.held += self._holds(answer)
            await self._changed.wait_for(lambda: not self._holds(answer))

    def _holds(self, answer: bytes) -> bool:
        return self._content is not None and self._content in answer


class LateFetchAnswers:
    """Passes on all frames between brokers, except the answers that are held."""

    def __init__(self, links: BrokerLinks) -> None:
        self._links = links
        self._gates: defaultdict[tuple[int, int], Gate] = defaultdict(Gate)
        self.requests: Counter[tuple[int, int]] = Counter()
        """The number of Fetch requests by the ids of the follower and the leader."""
        self._connections = ConnectionTasks()
        self._loop = asyncio.new_event_loop()

    def hold(self, follower: int, leader: int, content: bytes) -> None:
        """Hold the leader's answers to this follower that contain these bytes, and no others."""
        self._do(self._gates[follower, leader].change(content))

    def release(self, follower: int, leader: int) -> None:
        """Let all of the leader's answers to this follower pass."""
        self._do(self._gates[follower, leader].change(None))

    def held(self, follower: int, leader: int) -> int:
        """The number of the leader's answers to this follower that were held."""
        return self._gates[follower, leader].held

    @contextmanager
    def between_brokers(self) -> Iterator[None]:
        """Take the links between the brokers over, until the end of the context."""
        thread = Thread(target=self._loop.run_forever)
        thread.start()
        servers = AsyncExitStack()
        try:
            self._do(self._listen(servers))
            yield
        finally:
            self._do(servers.aclose())
            self._do(self._connections.cancel())
            self._loop.call_soon_threadsafe(self._loop.stop)
            thread.join()
            self._loop.close()

    def _do(self, change: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(change, self._loop).result(ANSWER_SECONDS)

    async def _listen(self, servers: AsyncExitStack) -> None:
        for broker in self._links.brokers:
            server = await self._server(broker)
            servers.callback(server.close)
        reader, writer = await asyncio.open_connection(self._links.host, self._links.handover)
        servers.callback(writer.close)
        await reader.readline()

    async def _server(self, broker: LinkedBroker) -> asyncio.Server:
        def serve(reader: StreamReader, writer: StreamWriter) -> None:
            self._connections.start(self._pass_on(broker, reader, writer))

        return await asyncio.start_server(serve, broker.host, broker.port, limit=BUFFER_BYTES)

    async def _pass_on(self, leader: LinkedBroker, reader: StreamReader, writer: StreamWriter) -> None:
        """Pass frames on until one side is closed."""
        upstream = await asyncio.open_connection(leader.host, leader.broker_port, limit=BUFFER_BYTES)
        from_leader, to_leader = upstream
        gate = Gate()  # of a connection without a follower: always open

        async def pass_requests() -> None:
            nonlocal gate
            while (frame := await read_frame(reader)) is not None:
                if follower := _follower(frame):
                    gate = self._gates[follower, leader.id]
                    self.requests[follower, leader.id] += 1
                to_leader.write(frame)

        async def pass_answers() -> None:
            while (frame := await read_frame(from_leader)) is not None:
                await gate.passed(frame)
                writer.write(frame)

        try:
            await until_one_ends(pass_requests(), pass_answers())
        finally:
            writer.close()
            to_leader.close()


def _follower(frame: bytes) -> int | None:
    """The id of the follower that sends a Fetch request, which is a part of its client id; else None."""
    if request_header(frame).api_key != Request.FETCH.api_key:
        return None
    end = after_string(frame, AFTER_CORRELATION_ID, is_compact=False)
    match frame[AFTER_CORRELATION_ID + 2 : end].decode().split("-"):
        case ["broker", id, "fetcher", _]:
            return int(id)
    return None
