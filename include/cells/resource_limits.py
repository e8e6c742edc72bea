"""The CPU and memory limits of a container, and of the control group (cgroup) of this process.

Sources: https://docs.kernel.org/admin-guide/cgroup-v2.html; for older systems, cgroup-v1 in the same guide.
"""

from dataclasses import dataclass
from pathlib import Path

from include.plan.conditions import Conditions

MIB = 2**20

CGROUP_ROOT = Path("/sys/fs/cgroup")

UNLIMITED_BYTES = 2**60
"""If no memory limit is set, cgroup v1 reports this limit or a larger limit."""


@dataclass(frozen=True)
class ResourceLimits:
    """The maximum use of CPU (number of CPUs) and memory (bytes); None for a resource without a limit."""

    cpus: float | None = None
    memory_bytes: int | None = None


def limits_of(conditions: Conditions) -> ResourceLimits:
    """The resource limits of each load program's container under the conditions of a run."""
    memory = conditions.load_memory_mib
    return ResourceLimits(conditions.load_cpus, int(memory * MIB) if memory else None)


def cgroup_limits(root: Path = CGROUP_ROOT, membership: Path = Path("/proc/self/cgroup")) -> ResourceLimits:
    """The strictest limits of this process's control groups; None for a resource without a limit.

    Args:
        root: The folder where the control groups are mounted.
        membership: The file that lists the groups of the process.
    """
    groups = [line.split(":", 2) for line in _read(membership).splitlines() if line.count(":") >= 2]
    cpus, memory = [], []
    for _number, controllers, path in groups:
        is_v1 = controllers and (root / controllers).is_dir()  # v1 has a hierarchy for each controller
        for folder in _group_and_ancestors(root / controllers if is_v1 else root, path):
            cpus.append(_cpu_limit(folder))
            memory.append(_memory_limit(folder))
    return ResourceLimits(min(filter(None, cpus), default=None), min(filter(None, memory), default=None))


def _group_and_ancestors(hierarchy: Path, path: str) -> list[Path]:
    """The folders of a group and of the groups above it. A container may see only the topmost group."""
    group = hierarchy / path.lstrip("/")
    return [folder for folder in (group, *group.parents) if folder.is_relative_to(hierarchy)]


def _cpu_limit(folder: Path) -> float | None:
    quota, _, period = _read(folder / "cpu.max").partition(" ")
    if not quota:
        quota, period = _read(folder / "cpu.cfs_quota_us"), _read(folder / "cpu.cfs_period_us")
    return int(quota) / int(period) if quota.isdecimal() and period.isdecimal() else None


def _memory_limit(folder: Path) -> int | None:
    limit = _read(folder / "memory.max") or _read(folder / "memory.limit_in_bytes")
    return int(limit) if limit.isdecimal() and int(limit) < UNLIMITED_BYTES else None


def _read(path: Path) -> str:
    """The text of a file; an empty text if the file does not exist."""
    try:
        return path.read_text(encoding="utf-8").strip()
    except OSError:
        return ""
