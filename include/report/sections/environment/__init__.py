"""What was run: the machine, the cluster, the load programs and the settings."""

from collections.abc import Iterator

from include.matrix.submatrices import submatrices_of
from include.rendering.blocks import Block, Facts, Folded, with_rows
from include.rendering.number_format import DASH
from include.rendering.table import Row, Table, plain_table, text_columns
from include.report.measured_run import MeasuredRun
from include.report.sections.environment.client_settings import client_table
from include.report.sections.environment.facts import facts
from include.report.sections.record import ReportSection, SectionRecord, always
from include.report.treatments.names import setting_text


def _build(run: MeasuredRun) -> ReportSection:
    settings = _settings_table(run)
    blocks: list[Block] = [
        Facts(facts(run)),
        *with_rows(client_table(run)),
        Folded(settings.caption, settings),
    ]
    return ReportSection("run", "What was run", blocks)


def _settings_table(run: MeasuredRun) -> Table:
    return plain_table(
        "settings", "Settings of the cells", text_columns("Setting", "Value", "Role"), _rows(run)
    )


def _rows(run: MeasuredRun) -> Iterator[Row]:
    # A set of client settings is in tables of its own, and what the cell would have in its place is not used.
    names = frozenset.intersection(
        *(treatment.settings.settings_of_configuration for treatment in run.plan.treatments)
    )
    fields = (type(treatment.settings).model_fields for treatment in run.plan.treatments)
    for name in dict.fromkeys(name for names in fields for name in names):
        if name != "scenario" and name not in names:
            yield Row((name, ", ".join(_levels(run, name)), _role(run, name)))


def _levels(run: MeasuredRun, name: str) -> list[str]:
    treatments = [
        treatment
        for treatment in run.plan.treatments
        if hasattr(treatment.settings, name)
        and (name != "transaction_ms" or treatment.settings.is_transactional)
    ]
    texts = (setting_text(name, getattr(treatment.settings, name)) for treatment in treatments)
    return list(dict.fromkeys(texts)) or [DASH]


def _role(run: MeasuredRun, name: str) -> str:
    parts = submatrices_of(run.plan.experiment)
    if any(name in part.factors for part in parts):
        return "factor"
    return "constant" if any(name in part.constants for part in parts) else "default"


RECORD = SectionRecord("environment", always, _build)
