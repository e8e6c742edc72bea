"""The rate at which the producer handed messages over, for each treatment."""

from functools import partial

from include.matrix.plan import Treatment
from include.rendering.table import Column, Row, Table
from include.report.measured_run import MeasuredRun
from include.report.sections.record import ReportSection, SectionRecord
from include.report.treatment_tables import TREATMENT, median_with_interval
from include.report.treatments import row_groups, semantics_look, short_name

COLUMNS = (TREATMENT, Column("median", "messages/s"), Column("95% interval", "messages/s"))

NOTE = "The rate is from the creation of the first message to that of the last."


def applies(run: MeasuredRun) -> bool:
    """Whether a treatment is sent as fast as possible; at a fixed rate there is nothing to find out."""
    return any(not treatment.settings.is_paced for treatment in run.plan.treatments)


def build(run: MeasuredRun) -> ReportSection:
    """Build the section."""
    groups = row_groups(run.plan, partial(_row, run))
    table = Table("sending-rates-table", "Rate of the producer", COLUMNS, groups, (NOTE,))
    return ReportSection("sending-rates", "Sending rates", [table])


def _row(run: MeasuredRun, treatment: Treatment) -> Row:
    cells = (short_name(treatment), *median_with_interval(run, treatment, "sending_rate"))
    return Row(cells, semantics_look(treatment))


RECORD = SectionRecord("sending_rates", applies, build)
