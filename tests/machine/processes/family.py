"""A process whose child has a session of its own, and with ``--stubborn`` ignores SIGTERM."""

import os
import signal
import sys
from pathlib import Path


def main(folder: Path) -> None:
    """Fork the child, write both process ids into the folder, and wait."""
    child = os.fork()
    if child == 0:
        os.setsid()
        if "--stubborn" in sys.argv:
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
    name = "child" if child == 0 else "parent"
    (folder / f"{name}.unfinished").write_text(str(os.getpid()))
    (folder / f"{name}.unfinished").rename(folder / f"{name}.pid")
    signal.pause()


if __name__ == "__main__":
    main(Path(sys.argv[1]))
