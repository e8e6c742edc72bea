from pathlib import Path

from include.cells.resource_limits import ResourceLimits, cgroup_limits, limits_of
from include.plan.conditions import Conditions


def test_a_container_has_the_limits_of_the_plan() -> None:
    assert limits_of(Conditions()) == ResourceLimits(cpus=None, memory_bytes=None)
    assert limits_of(Conditions(load_cpus=1.5, load_memory_mib=512)) == ResourceLimits(1.5, 536_870_912)


def write(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_the_strictest_limit_of_a_group_and_its_ancestors_counts_if_there_is_one(tmp_path: Path) -> None:
    write(tmp_path / "membership", "0::/user/session\n")
    write(tmp_path / "user/cpu.max", "max 100000\n")
    write(tmp_path / "user/memory.max", "max\n")
    assert cgroup_limits(tmp_path, tmp_path / "membership") == ResourceLimits()
    assert cgroup_limits(tmp_path, tmp_path / "none") == ResourceLimits()
    write(tmp_path / "user/cpu.max", "150000 100000\n")
    write(tmp_path / "user/session/cpu.max", "400000 100000\n")
    write(tmp_path / "user/session/memory.max", "1073741824\n")
    assert cgroup_limits(tmp_path, tmp_path / "membership") == ResourceLimits(1.5, 2**30)


def test_cgroup_v1_has_a_folder_of_limits_for_each_controller(tmp_path: Path) -> None:
    write(tmp_path / "membership", "4:memory:/box\n1:cpu,cpuacct:/box\n")
    write(tmp_path / "memory/box/memory.limit_in_bytes", "536870912\n")
    write(tmp_path / "memory/memory.limit_in_bytes", "9223372036854771712\n")
    write(tmp_path / "cpu,cpuacct/box/cpu.cfs_quota_us", "50000\n")
    write(tmp_path / "cpu,cpuacct/box/cpu.cfs_period_us", "100000\n")
    write(tmp_path / "cpu,cpuacct/cpu.cfs_quota_us", "-1\n")
    assert cgroup_limits(tmp_path, tmp_path / "membership") == ResourceLimits(0.5, 2**29)
