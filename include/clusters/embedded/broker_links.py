"""Pass on the connections between brokers, directly or through the proxy of a cell.

The program is ``python -m include.clusters.embedded.broker_links <file with BrokerLinks>``. It runs as long
as the brokers, because they need each other also between cells. A cell's proxy takes the connections over as
long as it is connected to the port ``handover``: then new connections lead to the proxy. At the beginning and
at the end of this time, all connections are closed, and the brokers connect again.
"""

import asyncio
import signal
import sys
from asyncio import StreamReader, StreamWriter
from contextlib import suppress
from pathlib import Path

from include.load.connection_tasks import ConnectionTasks, until_one_ends
from include.load.proxy_job import BrokerLinks, LinkedBroker

CHUNK_BYTES = 65_536


class Links:
    """The connections between the brokers."""

    def __init__(self, links: BrokerLinks) -> None:
        self._links = links
        self._has_proxy = False
        self._connections = ConnectionTasks()

    async def serve(self) -> None:
        """Pass connections on until SIGTERM."""
        stopping = asyncio.Event()
        asyncio.get_running_loop().add_signal_handler(signal.SIGTERM, stopping.set)
        for broker in self._links.brokers:
            await self._listen(broker)
        await asyncio.start_server(self._hand_over, self._links.host, self._links.handover)
        await stopping.wait()

    async def _listen(self, broker: LinkedBroker) -> None:
        def serve(reader: StreamReader, writer: StreamWriter) -> None:
            self._connections.start(self._pass_on(broker, reader, writer))

        await asyncio.start_server(serve, broker.host, broker.link_port)

    async def _hand_over(self, reader: StreamReader, writer: StreamWriter) -> None:
        """Let new connections lead to the cell's proxy until it closes this connection or ends."""
        self._has_proxy = True
        await self._connections.cancel()
        writer.write(b"\n")  # from now on, every connection leads to the proxy
        with suppress(ConnectionError):
            await reader.read()
        self._has_proxy = False
        await self._connections.cancel()
        writer.close()

    async def _pass_on(self, broker: LinkedBroker, reader: StreamReader, writer: StreamWriter) -> None:
        port = broker.port if self._has_proxy else broker.broker_port
        try:
            from_broker, to_broker = await asyncio.open_connection(broker.host, port)
        except OSError:
            writer.close()
            return
        try:
            await until_one_ends(copy(reader, to_broker), copy(from_broker, writer))
        finally:
            writer.close()
            to_broker.close()


async def copy(reader: StreamReader, writer: StreamWriter) -> None:
    """Copy bytes until one side is closed."""
    with suppress(ConnectionError):
        while data := await reader.read(CHUNK_BYTES):
            writer.write(data)
            await writer.drain()


if __name__ == "__main__":
    file = Path(sys.argv[1])
    asyncio.run(Links(BrokerLinks.model_validate_json(file.read_bytes())).serve())
