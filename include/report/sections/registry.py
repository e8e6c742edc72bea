"""Every section that a report can have, in the order of a report."""

from include.registry import Registry
from include.report.sections.record import SectionRecord

SECTIONS = Registry(
    "report section",
    SectionRecord,
    "include.report.sections",
    [
        "judged_settings",
        "calibration",
        "comparison",
        "batching",
        "group_rebalance",
        "queue",
        "reliable_ack",
        "guarantees",
        "recovery",
        "frontier",
        "cost",
        "clients",
        "stages",
        "figures",
        "environment",
        "published_tables",
        "percentiles",
        "strikes",
        "requests",
        "transactions",
        "stability",
        "violations",
        "order_effects",
        "cells",
        "excluded_cells",
        "method",
        "repeat",
    ],
)
