"""The tasks that serve the connections of a server, and the directions of a connection."""

import asyncio
from collections.abc import Coroutine
from typing import Any


class ConnectionTasks:
    """One task for each connection, from its acceptance until it ends."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, serving: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(serving)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def cancel(self) -> None:
        """Cancel all tasks; return when they have ended."""
        tasks = list(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def until_one_ends(*directions: Coroutine[Any, Any, None]) -> None:
    """Run the directions of a connection at the same time, until one of them ends; then cancel the others."""
    tasks = [asyncio.create_task(direction) for direction in directions]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
