"""The parameters of all faults that have some: each has a line here, as its name has one in the registry."""

from include.faults.leader import LeaderParameters
from include.faults.packet_fault import PacketParameters
from include.faults.rolling_upgrade import RollingUpgradeParameters


class AllFaultParameters(
    RollingUpgradeParameters,
    PacketParameters,
    LeaderParameters,
):
    """The parameters of the faults of a cell on Kafka brokers."""
