"""What batches, linger times, codecs and fetches change: rates and latencies beside the published rates."""

from include.rendering.blocks import Charts, Paragraph, paragraphs, with_rows
from include.report.measured_run import MeasuredRun
from include.report.sections.batching.answer import answer_pairs, answer_sentences
from include.report.sections.batching.charts import codec_chart, rate_chart
from include.report.sections.batching.metrics import READ_RATE
from include.report.sections.batching.published import PublishedRates, published_rates
from include.report.sections.batching.reproduction import reproduction
from include.report.sections.batching.setting_tables import setting_tables
from include.report.sections.batching.speedups import limit_pairs, speedup_table, speedups
from include.report.sections.batching.varied_settings import BATCHES, FETCHES, varies_batches
from include.report.sections.record import Question, ReportSection, SectionRecord, of_scenario
from include.report.treatments.pairs import compare_pairs

NAME = "batching"


def applies(run: MeasuredRun) -> bool:
    """Whether the run varies batches, linger, compression or fetches, and nothing else that is a question."""
    return of_scenario(NAME)(run) and varies_batches(run.plan)


def _build(run: MeasuredRun) -> ReportSection:
    rates = published_rates()
    differences = compare_pairs(run, [*limit_pairs(run.plan), *answer_pairs(run.plan)])
    all_speedups = speedups(run.plan, rates, differences)
    source = [Paragraph(rates.source)] if _has_published(run, rates) else []
    rate, codec = rate_chart(run, rates), codec_chart(run)
    batches, *others = setting_tables(run, rates)
    return ReportSection(
        id="batching",
        title="Batches",
        blocks=[
            *source,
            *paragraphs(reproduction(run, rates, all_speedups)),
            *([Charts([codec])] if codec else []),
            *with_rows(batches, speedup_table(all_speedups), *others),
        ],
        answer=paragraphs(answer_sentences(run, rates, all_speedups, differences)),
        evidence=[Charts([rate])] if rate else [],
    )


def _has_published(run: MeasuredRun, rates: PublishedRates) -> bool:
    reading = [treatment for treatment in FETCHES.treatments(run.plan) if READ_RATE.applies(treatment)]
    return any(map(rates.sent, BATCHES.treatments(run.plan))) or any(map(rates.read, reading))


RECORD = SectionRecord(NAME, applies, _build, Question.SCENARIO)
