import asyncio
from asyncio import StreamReader, StreamWriter
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from include.clusters.embedded.broker_links import Links
from include.clusters.proxied_brokers import broker_links
from include.load.proxy_job import BrokerLinks, LinkedBroker


async def connected(host: str, port: int) -> tuple[StreamReader, StreamWriter]:
    """A connection to a server that may be about to listen."""
    async with asyncio.timeout(10):
        while True:
            try:
                return await asyncio.open_connection(host, port)
            except ConnectionRefusedError:
                await asyncio.sleep(0.01)


class Brokers:
    """Broker 1, the links to it, and perhaps a proxy: both answer a line with their name and the line."""

    def __init__(self, links: BrokerLinks) -> None:
        self.links = links
        (self.broker,) = links.brokers

    async def ask(self, connection: tuple[StreamReader, StreamWriter]) -> bytes:
        reader, writer = connection
        writer.write(b"hello\n")
        async with asyncio.timeout(10):
            return await reader.readline()

    async def connection(self) -> tuple[StreamReader, StreamWriter]:
        return await connected(self.broker.host, self.broker.link_port)

    @asynccontextmanager
    async def proxy(self) -> AsyncIterator[None]:
        async with await server(b"proxy", self.broker, self.broker.port):
            reader, writer = await connected(self.links.host, self.links.handover)
            await reader.readline()
            yield
            writer.close()


async def server(name: bytes, broker: LinkedBroker, port: int) -> asyncio.Server:
    async def answer(reader: StreamReader, writer: StreamWriter) -> None:
        while line := await reader.readline():
            writer.write(name + b" " + line)
        writer.close()

    return await asyncio.start_server(answer, broker.host, port)


def with_links(test: Callable[[Brokers], Awaitable[None]]) -> None:
    async def run() -> None:
        brokers = Brokers(broker_links([1]))
        links = asyncio.create_task(Links(brokers.links).serve())
        try:
            await test(brokers)
        finally:
            links.cancel()

    asyncio.run(run())


def test_a_connection_leads_to_the_broker_and_ends_with_it() -> None:
    async def direct(brokers: Brokers) -> None:
        async with await server(b"broker", brokers.broker, brokers.broker.broker_port):
            connection = await brokers.connection()
            assert await brokers.ask(connection) == b"broker hello\n"
        connection[1].write_eof()
        async with asyncio.timeout(10):
            assert await connection[0].read() == b""

    with_links(direct)


def test_a_connection_is_closed_if_the_broker_is_down() -> None:
    async def refused(brokers: Brokers) -> None:
        reader, _ = await brokers.connection()
        async with asyncio.timeout(10):
            assert await reader.read() == b""

    with_links(refused)


def test_a_proxy_takes_all_connections_over_until_it_ends() -> None:
    async def taken_over(brokers: Brokers) -> None:
        async with await server(b"broker", brokers.broker, brokers.broker.broker_port):
            earlier = await brokers.connection()
            assert await brokers.ask(earlier) == b"broker hello\n"
            async with brokers.proxy():
                assert await earlier[0].read() == b""
                through = await brokers.connection()
                assert await brokers.ask(through) == b"proxy hello\n"
            async with asyncio.timeout(10):
                assert await through[0].read() == b""
            assert await brokers.ask(await brokers.connection()) == b"broker hello\n"

    with_links(taken_over)
