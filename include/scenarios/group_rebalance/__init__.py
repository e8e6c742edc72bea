"""The scenario *group rebalance*: members join and leave a consumer group while messages are sent.

A cell records which member owned which partition at which time. The changes of the group are faults:
``add-consumer``, ``stop-consumer``, ``kill-consumer`` and ``restart-consumers``. The assignor decides which
member gets which partitions.
"""

from include.scenarios.group_rebalance.settings import GroupRebalanceSettings
from include.scenarios.registry import Scenario

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
