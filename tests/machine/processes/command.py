"""A command with a guardian, as `make sweep` is one: starts a family, prints the guardian's id, and waits."""

import os
import signal
import sys
from contextlib import suppress

from include.cli.local_airflow.process_cleanup import guarded, unwind_on_signals
from include.machine.processes.guardian import Start


def main(folder: str) -> None:
    """Start the family, and wait for SIGTERM or for the end of the guardian."""
    unwind_on_signals()
    command = [sys.executable, "-m", "tests.machine.processes.family", *sys.argv[1:]]
    with suppress(KeyboardInterrupt), guarded(lock_descriptor=2) as guardian:
        guardian.start(Start("family", command, f"{folder}/family.log", dict(os.environ)))
        print(guardian.identity.pid, flush=True)
        if "--stay" in sys.argv:
            guardian.stay()
            return
        while guardian.alive():
            signal.sigtimedwait({signal.SIGCHLD}, 0.1)


if __name__ == "__main__":
    main(sys.argv[1])
