"""Send requests to their brokers twice: ``python -m tests.e2e.proxies.repeating <job file>``."""

import asyncio
from time import monotonic_ns

from include.load_runtime.job import ProxyJob
from include.load_runtime.main import run_program
from include.load_runtime.strike import Strike
from include.proxies.connection import ProxiedConnection
from include.proxies.frames import RequestHeader, read_frame
from include.proxies.proxy import Proxy
from include.proxies.strikes import SentRequest


class RepeatingConnection(ProxiedConnection):
    """Passes a request on that it should drop, and sends it once more on a connection of its own."""

    async def _strike(self, strike: Strike, header: RequestHeader, frame: bytes) -> None:
        await super()._strike(strike, header, frame)
        host, port = self._to_broker.get_extra_info("peername")
        from_broker, to_broker = await asyncio.open_connection(host, port)
        to_broker.write(frame)
        assert await read_frame(from_broker)
        to_broker.close()
        self._pending[header.correlation_id] = SentRequest(header, frame, monotonic_ns())
        await self._send_to_broker(frame)


class RepeatingProxy(Proxy):
    """Sends the requests twice that its strikes drop."""

    connection_type = RepeatingConnection


if __name__ == "__main__":
    run_program(RepeatingProxy, ProxyJob, OSError)
