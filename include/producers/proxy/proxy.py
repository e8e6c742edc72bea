"""Pass frames between producer and brokers: ``python -m include.producers.proxy.proxy <job file>``.

The proxy listens at the addresses that the brokers advertise to clients, or takes over the links between the
brokers. The proxy passes all frames on unchanged, except requests that it must strike. If the job requires a
log, the proxy logs all requests.
"""

import asyncio
import socket
from asyncio import StreamReader, StreamWriter
from contextlib import AsyncExitStack
from time import monotonic_ns, process_time_ns
from typing import ClassVar

from include.load.connection_tasks import ConnectionTasks
from include.load.events import EventKind, emit
from include.load.load_program import run_program
from include.load.proxy_job import ProxiedBroker, ProxyJob
from include.load.signals import ProgramSignals
from include.producers.proxy.connection import ProxiedConnection, reset
from include.producers.proxy.request_and_strike_rows import request_table, strike_table
from include.producers.proxy.strikes import Strikes
from include.producers.proxy.wire_log import WireLog
from include.rawlog.schemas import REQUESTS_FILE, STRIKES_FILE
from include.rawlog.table_writer import write_table

BUFFER_BYTES = 1024**2
"""The number of bytes of a stream that are read ahead. A longer frame is read in parts."""


class Proxy:
    """A proxy that passes on all frames, and strikes requests after it has received the signal to begin."""

    connection_type: ClassVar[type[ProxiedConnection]] = ProxiedConnection
    """The class of the proxy's connections."""

    def __init__(self, job: ProxyJob, signals: ProgramSignals) -> None:
        self._job, self._signals = job, signals
        self._strikes = Strikes(job.strikes)
        self._log = WireLog() if job.wire_log else None
        self._connections = ConnectionTasks()
        self._accepted = 0
        self._refused = 0
        self._began_ns, self._began_cpu_ns = monotonic_ns(), process_time_ns()
        self._sockets: list[tuple[ProxiedBroker, socket.socket]] = []

    def get_ready(self) -> None:
        """Listen at the address of each broker. Clients are accepted later, when ``run`` is called.

        Raises:
            OSError: Another program listens there.
        """
        self._sockets = [
            (broker, socket.create_server((broker.listens_at, broker.port), backlog=128))
            for broker in self._job.brokers
        ]

    def run(self) -> None:
        """Pass frames on until a stop signal, then write the strikes and, if required, the requests."""
        asyncio.run(self._serve())
        write_table(self._job.folder / STRIKES_FILE, strike_table(self._strikes.struck))
        if self._log:
            write_table(self._job.folder / REQUESTS_FILE, request_table(self._log))

    def counts(self) -> dict[str, int]:
        return {
            "cpu_ns": process_time_ns() - self._began_cpu_ns,
            "serving_ns": monotonic_ns() - self._began_ns,
            "connections": self._accepted,
            "connections_refused": self._refused,
            "struck": len(self._strikes.struck),
            "complete": self._strikes.complete,
        }

    def leave(self) -> None:
        """Do nothing: every connection is already closed."""

    async def _serve(self) -> None:
        stopping = asyncio.Event()

        def obey() -> None:
            self._signals.take_wakeup()
            self._strikes.is_armed = self._signals.begun
            if self._signals.stopping:
                stopping.set()

        asyncio.get_running_loop().add_reader(self._signals.descriptor, obey)
        if self._signals.stopping:
            return
        async with AsyncExitStack() as servers:
            for broker, listening in self._sockets:
                await servers.enter_async_context(await self._listen(broker, listening))
            if self._job.handover:
                await self._take_over(*self._job.handover, servers)
            await stopping.wait()
            await self._connections.cancel()

    async def _take_over(self, host: str, port: int, until: AsyncExitStack) -> None:
        """Let the links between the brokers lead to this proxy, until the exit stack is closed."""
        reader, writer = await asyncio.open_connection(host, port)
        until.callback(writer.close)
        await reader.readline()

    async def _listen(self, broker: ProxiedBroker, listening: socket.socket) -> asyncio.Server:
        def serve(reader: StreamReader, writer: StreamWriter) -> None:
            self._connections.start(self._pass_on(broker, reader, writer))

        return await asyncio.start_server(serve, sock=listening, limit=BUFFER_BYTES)

    async def _pass_on(self, broker: ProxiedBroker, reader: StreamReader, writer: StreamWriter) -> None:
        """Connect to the broker, and pass frames on in both directions.

        If the broker cannot be reached, reset the client's connection.
        """
        self._accepted += 1
        try:
            upstream = await asyncio.open_connection(broker.host, broker.broker_port, limit=BUFFER_BYTES)
        except OSError:
            self._refused += 1
            reset(writer)
            return
        log = self._log.connection(broker.id) if self._log else None
        client = reader, writer
        await self.connection_type(broker.id, client, upstream, self._strikes, self._report, log).run()

    def _report(self) -> None:
        emit(EventKind.PROGRESS, counts=self.counts())


if __name__ == "__main__":
    run_program(Proxy, ProxyJob, OSError)
