"""The CPU time of a Java process's just-in-time compilers: much of it while cold, little once warm."""

import os
from contextlib import suppress
from pathlib import Path

NAMES = (b"C1 CompilerThre", b"C2 CompilerThre")
"""HotSpot's compiler threads, as Linux cuts their names. Their number follows the work; the first stays."""

TICKS = os.sysconf("SC_CLK_TCK")

USER, SYSTEM = 11, 12
"""Where a thread's CPU times stand behind its name; in ticks. Source: proc_pid_stat(5)."""


def compiler_seconds(pid: int) -> float:
    """Seconds of CPU time, user and system, of a process's compiler threads; 0 where it has none.

    Of a hundred threads only theirs are read whole: this is done before and after each cell.
    """
    ticks = 0
    with suppress(FileNotFoundError, ProcessLookupError):  # it has ended, or one of its threads has
        for thread in Path(f"/proc/{pid}/task").iterdir():
            if (thread / "comm").read_bytes().rstrip() in NAMES:
                times = (thread / "stat").read_bytes().rpartition(b")")[2].split()
                ticks += int(times[USER]) + int(times[SYSTEM])
    return ticks / TICKS
