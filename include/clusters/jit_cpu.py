"""The CPU time of the just-in-time compilers of a Java process, which is high until the process is warm."""

import os
from contextlib import suppress
from pathlib import Path

NAMES = (b"C1 CompilerThre", b"C2 CompilerThre")
"""The names of HotSpot's compiler threads, truncated by Linux. Their number varies with the work."""

TICKS = os.sysconf("SC_CLK_TCK")

USER, SYSTEM = 11, 12
"""The positions of a thread's CPU times in ticks, after its name. Source: proc_pid_stat(5)."""


def compiler_seconds(pid: int) -> float:
    """The CPU time of a process's compiler threads in seconds, user and system; 0 without such threads.

    Only the statistics of compiler threads are read, since this happens before and after each cell.
    """
    ticks = 0
    with suppress(FileNotFoundError, ProcessLookupError):  # the process or a thread has ended
        for thread in Path(f"/proc/{pid}/task").iterdir():
            if (thread / "comm").read_bytes().rstrip() in NAMES:
                times = (thread / "stat").read_bytes().rpartition(b")")[2].split()
                ticks += int(times[USER]) + int(times[SYSTEM])
    return ticks / TICKS
