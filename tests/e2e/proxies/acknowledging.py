"""Acknowledge requests that no broker gets: ``python -m tests.e2e.proxies.acknowledging <job file>``."""

from asyncio import StreamReader
from typing import Any, cast

from include.load.load_program import run_program
from include.load.protocol_requests import Request
from include.load.proxy_job import ProxyJob
from include.load.strike_terms import Strike
from include.producers.proxy.connection import ProxiedConnection
from include.producers.proxy.frames import AFTER_CORRELATION_ID_OF_ANSWER, LENGTH_BYTES, RequestHeader
from include.producers.proxy.proxy import Proxy
from include.producers.proxy.struck_request import SentRequest


class LatestBytes:
    """A stream that keeps what was read from it last."""

    def __init__(self, reader: StreamReader) -> None:
        self._reader = reader
        self.latest = b""

    async def readexactly(self, size: int) -> bytes:
        self.latest = await self._reader.readexactly(size)
        return self.latest


class AcknowledgingConnection(ProxiedConnection):
    """Answers a request that it drops as the broker answered the Produce request before it."""

    def __init__(self, *arguments: Any) -> None:
        super().__init__(*arguments)
        self._answers = LatestBytes(self._from_broker)
        self._from_broker = cast(StreamReader, self._answers)
        self._acknowledgement = b""

    def _answered_request(self, number: int) -> SentRequest | None:
        """Keep the answer to a Produce request, without its length and its correlation id."""
        request = super()._answered_request(number)
        if request and request.header.api_key == Request.PRODUCE.api_key:
            self._acknowledgement = self._answers.latest[AFTER_CORRELATION_ID_OF_ANSWER - LENGTH_BYTES :]
        return request

    async def _strike(self, strike: Strike, header: RequestHeader, frame: bytes) -> None:
        await super()._strike(strike, header, frame)
        assert self._acknowledgement, "no Produce request was answered on this connection before"
        body = header.correlation_id.to_bytes(4) + self._acknowledgement
        self._to_client.write(len(body).to_bytes(LENGTH_BYTES) + body)


class AcknowledgingProxy(Proxy):
    """Acknowledges the requests that its strikes drop."""

    connection_type = AcknowledgingConnection


if __name__ == "__main__":
    run_program(AcknowledgingProxy, ProxyJob, OSError)
