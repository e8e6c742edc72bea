"""A client's connection to the proxy, and the proxy's connection to the broker."""

import asyncio
import socket
import struct
from asyncio import StreamReader, StreamWriter
from collections.abc import Callable
from contextlib import suppress
from time import monotonic_ns

from include.load.strike_acts import Act, StrikeAnswer
from include.load.strike_terms import Strike
from include.producers.proxy.frames import RequestHeader, correlation_id, read_frame, request_header
from include.producers.proxy.request_bodies_and_refusals import error_code, refusal_of
from include.producers.proxy.strikes import Strikes
from include.producers.proxy.struck_request import SentRequest, StruckRequest
from include.producers.proxy.wire_log import ConnectionLog

RESET_AT_ONCE = struct.pack("ii", 1, 0)
"""The value of the socket option ``SO_LINGER`` that resets the connection when the socket is closed."""


def reset(writer: StreamWriter) -> None:
    """Close a connection by a reset, as if the other side had crashed. A second call has no effect."""
    if writer.is_closing():
        return
    connection: socket.socket = writer.get_extra_info("socket")
    with suppress(OSError):
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, RESET_AT_ONCE)
    writer.transport.abort()


class ProxiedConnection:
    """A connection through the proxy, which passes frames on and applies strikes to requests.

    Every frame is passed on unchanged. ``drain`` is called after each frame, so that a slow receiver slows
    down the sender.
    """

    def __init__(
        self,
        broker: int,
        client: tuple[StreamReader, StreamWriter],
        upstream: tuple[StreamReader, StreamWriter],
        strikes: Strikes,
        on_change: Callable[[], None],
        log: ConnectionLog | None = None,
    ) -> None:
        """Create the connection, which passes nothing on yet.

        Args:
            broker: The id of the broker.
            client: The streams from and to the client.
            upstream: The streams from and to the broker.
            strikes: The strikes of the cell, which all connections share.
            on_change: Called when a request was struck, and when the broker or the proxy has answered it.
            log: The log of every request and its answer; None: nothing is logged.
        """
        self._broker, self._strikes, self._on_change, self._log = broker, strikes, on_change, log
        self._from_client, self._to_client = client
        self._from_broker, self._to_broker = upstream
        self._pending: dict[int, SentRequest] = {}
        """The requests without an answer, by correlation id, in the order of sending."""
        self._all_answered = asyncio.Event()
        self._all_answered.set()
        self._struck: dict[int, StruckRequest] = {}
        """The struck requests of this connection that the broker may still answer."""
        self._repeated: set[int] = set()
        """The correlation ids of the requests that the broker received twice, and will answer twice."""
        self._late_answered = asyncio.Event()
        self._release: asyncio.Task[None] | None = None

    async def run(self) -> None:
        """Pass frames on until one side closes, then wait for the broker's answers to struck requests."""
        requests = asyncio.create_task(self._pass_requests())
        answers = asyncio.create_task(self._pass_answers())
        try:
            await asyncio.wait({requests, answers}, return_when=asyncio.FIRST_COMPLETED)
            if self._struck:
                await asyncio.wait({answers})
        finally:
            for task in (requests, answers):
                task.cancel()
            await asyncio.gather(requests, answers, return_exceptions=True)
            self._late_answered.set()
            reset(self._to_client)
            self._to_broker.close()

    async def _pass_requests(self) -> None:
        while (frame := await read_frame(self._from_client)) is not None:
            header = request_header(frame)
            if self._log:
                self._log.take_request(header, len(frame))
            if strike := self._strikes.strike_of(header, frame):
                await self._strike(strike, header, frame)
                if strike.client == "cut":
                    return
                continue
            self._pending[header.correlation_id] = self._strikes.sent(header, frame)
            self._all_answered.clear()
            await self._send_to_broker(frame)

    async def _pass_answers(self) -> None:
        while (frame := await read_frame(self._from_broker)) is not None:
            number = correlation_id(frame)
            if self._log:
                self._log.take_answer(number, frame)
            struck_request = self._struck.pop(number, None)
            if struck_request:
                self._take_answer(struck_request, frame)
            elif number in self._repeated:
                self._repeated.remove(number)
                continue
            if (request := self._answered_request(number)) and self._is_release(request, frame):
                self._release = asyncio.create_task(self._strikes.release())
                if not self._struck:  # otherwise this loop must read the answer to the held request
                    await self._release
            if self._to_client.is_closing():
                if not self._struck:
                    return
            elif not struck_request or struck_request.strike.answer is not StrikeAnswer.DROP:
                await self._send_answer(struck_request, frame)

    def _is_release(self, request: SentRequest, answer: bytes) -> bool:
        """Record an answer. The result tells whether the held request must now be sent to its broker."""
        if request.ends is not None:
            header = request.header
            self._strikes.take_end(request.ends, error_code(header.api_key, header.version, answer))
        return self._strikes.is_release(request)

    async def _send_answer(self, request: StruckRequest | None, frame: bytes) -> None:
        """Pass an answer on to the client. A held answer delays all later answers on the connection."""
        if request and request.strike.answer is StrikeAnswer.HOLD:
            await asyncio.sleep((request.strike.delay_ms or 0) / 1000)
        await self._send_to_client(frame)

    def _answered_request(self, number: int) -> SentRequest | None:
        """Remove the answered request and all earlier ones, because a broker answers requests in order.

        Return the answered request; None if no such request is pending.
        """
        if number not in self._pending:
            return None
        for earlier in list(self._pending):
            request = self._pending.pop(earlier)
            if not self._pending:
                self._all_answered.set()
            if earlier == number:
                return request
        return None

    async def _strike(self, strike: Strike, header: RequestHeader, frame: bytes) -> None:
        """Strike a request. Later requests on the connection wait until the strike is done."""
        request = self._strikes.strike(strike, self._broker, header, frame, self._deliver)
        if strike.act is not Act.DROP:
            self._struck[header.correlation_id] = request
            self._late_answered = asyncio.Event()
        if strike.client == "cut":
            reset(self._to_client)
        self._on_change()
        if strike.delay_ms and strike.answer is not StrikeAnswer.HOLD:
            await asyncio.sleep(strike.delay_ms / 1000)
        if strike.act is Act.DELAY:
            request.released_ns = monotonic_ns()
        if strike.answer.refused:
            await self._refuse(request)
        if strike.act in (Act.FORWARD, Act.DELAY, Act.DUPLICATE):
            await self._send_to_broker(frame)
        if strike.act is Act.DUPLICATE:
            self._repeated.add(header.correlation_id)
            await self._send_to_broker(frame)

    async def _refuse(self, request: StruckRequest) -> None:
        """Answer a request in place of the broker, after the broker has answered all earlier requests."""
        await self._all_answered.wait()
        error_code = request.strike.answer.error_code
        self._strikes.take_answer(request, error_code)
        await self._send_to_client(refusal_of(request.header, request.frame, error_code))
        self._on_change()

    async def _deliver(self) -> None:
        """Send the held request to the broker.

        Return when the broker has answered the request, or has closed the connection.
        """
        if request := self._strikes.held:
            with suppress(ConnectionError):
                await self._send_to_broker(request.frame)
                await self._late_answered.wait()

    def _take_answer(self, request: StruckRequest, frame: bytes) -> None:
        header = request.header
        self._strikes.take_answer(request, error_code(header.api_key, header.version, frame))
        self._late_answered.set()
        self._on_change()

    async def _send_to_client(self, frame: bytes) -> None:
        self._to_client.write(frame)
        with suppress(ConnectionError):
            await self._to_client.drain()

    async def _send_to_broker(self, frame: bytes) -> None:
        self._to_broker.write(frame)
        await self._to_broker.drain()
