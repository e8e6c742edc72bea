"""Start processes that belong together: either all run in the end, or none is left."""

import os
import shutil
from collections.abc import Mapping
from contextlib import AbstractContextManager
from pathlib import Path

from include.machine.processes.identity import ProcessIdentity
from include.machine.processes.started_processes import end_registered, launch, register

GRACE_SECONDS = 2.0
"""Time between SIGTERM and SIGKILL. It is short, because the data is deleted anyway."""


class AllOrNoneStart(AbstractContextManager["AllOrNoneStart"]):
    """The processes that are started in a block. After an error, all are ended, and their data is removed.

    Until the end of the block, this process owns the started processes. If this process is killed, a later
    command ends them (``end_leftovers``).
    """

    def __init__(self, folder: Path, data: Path, owner: ProcessIdentity | None) -> None:
        """``folder`` is the folder of the logs, and ``data`` the folder of the data.

        ``owner`` owns the processes after the end of the block.
        """
        self.folder, self._data, self._owner = folder, data, owner
        self._starter = ProcessIdentity.of(os.getpid())
        self.processes: dict[str, ProcessIdentity] = {}
        """The processes by their names, in the order of their starts."""

    def launch(
        self, name: str, command: list[str], environment: Mapping[str, str] | None = None
    ) -> ProcessIdentity:
        """Start a process, whose output goes to ``<name>.log``."""
        return self.add(name, launch(command, self.folder, self.folder / f"{name}.log", environment))

    def add(self, name: str, process: ProcessIdentity) -> ProcessIdentity:
        """Add a process that has just been started."""
        self.processes[name] = process
        register(f"{name} in {self.folder}", process, self._starter)
        return process

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if error:
            end_registered(list(self.processes.values()), GRACE_SECONDS)
            shutil.rmtree(self._data, ignore_errors=True)
            return
        for name, process in self.processes.items():
            register(f"{name} in {self.folder}", process, self._owner)
