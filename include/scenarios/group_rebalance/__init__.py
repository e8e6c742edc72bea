"""Members join and leave a consumer group while messages flow: who owns which partition when?

What happens to the group is a fault, as in any scenario: ``add-consumer``, ``stop-consumer``,
``kill-consumer``, ``restart-consumers``. How partitions are assigned is the assignor's business.
"""

from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from include.scenarios.scenario import Scenario

RECORD = Scenario(
    "group_rebalance",
    GroupRebalanceSettings,
    metrics=(
        "ownership_pause",
        "ownership_pause_mean",
        "delivery_pause_mean",
        "regroup_time",
        "moved",
        "moved_needlessly",
        "owned_spread",
        "fairness",
        "split_keys",
    ),
    raw_log_files=("ownership.parquet",),
    sections=("group_rebalance",),
)
