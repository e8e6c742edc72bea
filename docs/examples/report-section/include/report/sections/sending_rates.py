"""The rate at which the producer handed messages over, for each treatment."""

from include.report.measured_run import MeasuredRun
from include.report.sections.section import ReportSection, SectionRecord, section
from include.report.treatment_table import median_and_interval, treatment_table

RATE = "sending_rate"

NOTE = "The rate is from the creation of the first message to that of the last."


def applies(run: MeasuredRun) -> bool:
    """Whether a treatment is sent as fast as possible; at a fixed rate there is nothing to find out."""
    return any(not treatment.traits.pace.is_fixed for treatment in run.plan.treatments)


def _build(run: MeasuredRun) -> ReportSection:
    columns = median_and_interval(run, RATE, "median", "messages/s")
    table = treatment_table(run, "sending-rates-table", "Rate of the producer", columns, [NOTE])
    return section("sending-rates", "Sending rates", table)


RECORD = SectionRecord("sending_rates", applies, _build)
