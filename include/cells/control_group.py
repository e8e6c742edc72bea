"""What the control group of this process may use of the machine.

Source: https://docs.kernel.org/admin-guide/cgroup-v2.html, and cgroup-v1 beside it for older systems.
"""

from pathlib import Path

from include.cells.container_limits import Limits

MOUNTED = Path("/sys/fs/cgroup")

UNLIMITED = 2**60
"""Version 1 says so large a number of bytes, or a larger one, where there is no limit."""


def own_limits(mounted: Path = MOUNTED, membership: Path = Path("/proc/self/cgroup")) -> Limits:
    """The strictest limits of the groups that this process is in; None where there is none, or none told."""
    groups = [line.split(":", 2) for line in _read(membership).splitlines() if line.count(":") >= 2]
    cpus, memory = [], []
    for _number, controllers, path in groups:
        for folder in _folders(mounted / _hierarchy(mounted, controllers), path):
            cpus.append(_cpus(folder))
            memory.append(_memory(folder))
    return Limits(min(filter(None, cpus), default=None), min(filter(None, memory), default=None))


def _hierarchy(mounted: Path, controllers: str) -> str:
    """The folder of a hierarchy: version 2 has one, version 1 one for each of its controllers."""
    return "" if not controllers or not (mounted / controllers).is_dir() else controllers


def _folders(root: Path, path: str) -> list[Path]:
    """The group's own and those above it, of which in a container only the root may be visible."""
    own = root / path.lstrip("/")
    return [folder for folder in (own, *own.parents) if folder.is_relative_to(root)]


def _cpus(folder: Path) -> float | None:
    quota, _, period = _read(folder / "cpu.max").partition(" ")
    if not quota:
        quota, period = _read(folder / "cpu.cfs_quota_us"), _read(folder / "cpu.cfs_period_us")
    return int(quota) / int(period) if quota.isdecimal() and period.isdecimal() else None


def _memory(folder: Path) -> int | None:
    told = _read(folder / "memory.max") or _read(folder / "memory.limit_in_bytes")
    return int(told) if told.isdecimal() and int(told) < UNLIMITED else None


def _read(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
