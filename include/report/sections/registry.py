"""Every section that a report can have, in the order of a report."""

from include.kinds.registry import Registry
from include.report.sections.section import SectionRecord

SECTIONS = Registry(
    "report section",
    SectionRecord,
    "include.report.sections",
    [
        "judged_settings",
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
        "treatment_charts",
        "environment",
        "measured_beside_published",
        "percentiles",
        "strikes",
        "request_times",
        "transactions",
        "stability",
        "violations",
        "cells",
        "excluded_cells",
        "method",
        "how_to_repeat",
    ],
)
