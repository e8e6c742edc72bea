"""The definitions that explain to a reader of the page how the figures were measured."""

import tomllib
from pathlib import Path

from include.report.measured_run import MeasuredRun
from include.report.pages.blocks import Facts
from include.report.pages.wording import percent, significant
from include.report.sections.section import ReportSection, SectionRecord, always, section
from include.report.treatments.groups import has_faults
from include.verdicts.guarantee import FEWEST_ACKED

TEXTS = Path(__file__).with_suffix(".toml")


def _build(run: MeasuredRun) -> ReportSection:
    # The largest deviation of the wall clock from the cells' clock within one cell.
    deviation = max((abs(manifest.clock.step_ns) / 1e6 for manifest in run.manifests.values()), default=None)
    figures = {
        "attempts": run.plan.conditions.attempts,
        "deviation": significant(deviation),
        "fewest_acked": percent(FEWEST_ACKED),
    }
    texts = tomllib.loads(TEXTS.read_text(encoding="utf-8"))
    definitions = texts["definitions"] | (texts["with_faults"] if has_faults(run.plan) else {})
    facts = [(name, text.format(**figures)) for name, text in definitions.items()]
    block = Facts(facts, are_definitions=True)
    return section("method", "How it was measured", block, in_text=False)


RECORD = SectionRecord("method", always, _build)
