"""Measure what it meant for partitions and messages that members joined and left a consumer group."""

from collections.abc import Mapping

from include.spark_jobs.scenarios.group_rebalance.ownership_metrics import ownership_metrics as measures
from include.spark_jobs.scenarios.group_rebalance.ownership_rows import OWNERSHIP_RESULT, ownership_rows
from include.spark_jobs.tables.registry import ResultTable

__all__ = ["TABLES", "measures"]

TABLES: Mapping[str, ResultTable] = {"ownership": ResultTable(OWNERSHIP_RESULT, ownership_rows)}
