from include.cells.resource_limits import ResourceLimits, limits_of
from include.matrix.conditions import Conditions


def test_a_container_has_no_limit_unless_the_plan_has_one() -> None:
    assert limits_of(Conditions()) == ResourceLimits(cpus=None, memory_bytes=None)


def test_limits_are_cpus_and_mebibytes() -> None:
    assert limits_of(Conditions(load_cpus=1.5, load_memory_mib=512)) == ResourceLimits(1.5, 536_870_912)
