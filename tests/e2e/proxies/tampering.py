"""A proxy that tampers with the Produce requests which a strike with ``act: drop`` names."""

import asyncio
from asyncio import StreamReader, StreamWriter
from typing import ClassVar

from include.load_runtime.job import ProxiedBroker
from include.proxies.connection import ProxiedConnection
from include.proxies.proxy import BUFFER_BYTES, Proxy


class TamperingProxy(Proxy):
    """Passes on the frames of every connection by connections of another class."""

    connections: ClassVar[type[ProxiedConnection]]

    async def _pass_on(self, broker: ProxiedBroker, reader: StreamReader, writer: StreamWriter) -> None:
        self._accepted += 1
        upstream = await asyncio.open_connection(broker.host, broker.broker_port, limit=BUFFER_BYTES)
        client = reader, writer
        await self.connections(broker.id, client, upstream, self._strikes, self._report).run()
