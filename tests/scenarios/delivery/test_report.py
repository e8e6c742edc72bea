"""What the report says of batches: of a whole run, and of what is left of one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from include.plan.treatment import Treatment
from include.report.measured_run import MeasuredRun
from include.report.pages.table import Table
from include.report.pages.wording import DASH
from include.report.sections.section import ReportSection
from include.scenarios.delivery.report.reproduction import RequestRate, request_costs
from include.scenarios.delivery.report.section import SECTION
from include.settings.producer import kafka_settings
from tests.report.blocks import charts, plain, rows, table, tables, texts
from tests.report.pages.svg import names, written
from tests.report.synthetic import Levels, values
from tests.scenarios.delivery.batching_runs import PARTS, batching_plan, batching_run, value


@pytest.fixture(scope="module")
def run() -> MeasuredRun:
    return batching_run()


@pytest.fixture(scope="module")
def section(run: MeasuredRun) -> ReportSection:
    return shown(run)


def shown(run: MeasuredRun) -> ReportSection:
    assert SECTION.applies(run)
    return SECTION.build(run)


def small(*parts: Levels, repetitions: int = 1, without: tuple[str, ...] = ()) -> ReportSection:
    return shown(batching_run(batching_plan(list(parts), repetitions), without=without))


def answers(section: ReportSection) -> list[str]:
    return [plain(paragraph.text) for paragraph in section.answer]


def test_the_answer_has_the_speedup_beside_the_published_one(section: ReportSection) -> None:
    sentence = answers(section)[0]
    begin = "Reproduced: with at most 50 messages in a request, the producer's rate was 6.00 (95%"
    assert sentence.startswith(begin)
    assert "published: 8.00 times, above the corrected interval." in sentence


def test_the_answer_has_the_fastest_consumer_the_effects_of_linger_and_codecs(section: ReportSection) -> None:
    _, fastest, lingering, unlike, codecs = answers(section)
    reached = "Reached and exceeded: consumers with a backlog read up to 110,000 (95% interval 110"
    assert fastest.startswith(reached)
    assert fastest.endswith("(fetch partition 1,048,576 B); published: 22,000.")
    assert "With linger 50 ms, a request carried 1.06 (95% interval 1.06 to 1.06)" in lingering
    assert "changed by 50.0 ms (95% interval 50.0 to 50.0)" in lingering
    assert unlike.count("which shows no difference after correction") == 2
    assert codecs.startswith("Compared with no compression (filler text): lz4 had 1.50")
    assert "zstd had 2.00 (95% interval 2.00 to 2.00) times the throughput and 0.300" in codecs


def test_the_reasons_are_the_costs_of_requests_and_of_the_cpu(section: ReportSection) -> None:
    text = " ".join(texts(section))
    assert "would give 42.4 µs for a request and 7.46 µs for a message" in text
    assert "from the published rates, 17.9 µs for a request and 2.14 µs for a message." in text
    assert "the brokers used 30 % and the load programs used 20 % of the CPU time of all cores" in text


def test_a_published_speedup_within_the_interval_is_not_shown_to_differ() -> None:
    def rate(treatment: Treatment, block: int) -> float:
        is_single = kafka_settings(treatment.settings).messages_per_request == 1
        return 49_650 + 100 * block if is_single else 400_000

    plan = batching_plan([{"messages_per_request": [1, 50], "message_bytes": [200], "acks": [0]}])
    sentence = answers(shown(batching_run(plan, values(value, producer_broker_rate=rate))))[0]
    assert "published: 8.00 times, within the corrected interval." in sentence


@pytest.mark.parametrize(
    ("first", "words"),
    [(30_000, "Reached and exceeded: "), (21_997, "Not shown to differ: "), (15_000, "Not reproduced: ")],
)
def test_a_rate_of_consumers_may_agree_within_its_interval(first: int, words: str) -> None:
    reading = values(value, consumption_rate=lambda _, block: first + block)
    assert answers(shown(batching_run(batching_plan(PARTS[1:2]), reading)))[0].startswith(words)


def test_a_slowdown_is_not_a_reproduction_of_a_speedup() -> None:
    column = "producer_broker_rate"
    slowing = values(value, **{column: lambda of, block: 1e9 / (value(of, column, block) or 1)})
    section = shown(batching_run(batching_plan(PARTS[:1]), slowing))
    assert answers(section)[0].startswith("Not reproduced: with at most 50 messages")
    assert "If sending a request took a fixed time" not in " ".join(texts(section))


def test_too_few_repetitions_allow_no_conclusion() -> None:
    section = small(*PARTS, repetitions=2)
    unsure = "Measured with too few repetitions for a conclusion: "
    assert answers(section) == [
        f"{unsure}limits of 50 against 1 messages in a request (message 200 B, acks 0).",
        f"{unsure}the rate of consumers with a backlog.",
    ]
    assert "95% interval" not in " ".join([*answers(section), *texts(section)])


def test_published_rates_stand_beside_the_treatments_they_are_of(section: ReportSection) -> None:
    batches, fetches = (rows(table(section, name)) for name in ("batches", "fetches"))
    assert [row[4] for row in batches] == ["50,000", "400,000", *[DASH] * 10]
    assert batches[0][2] == "20,100†"
    assert [row[4] for row in fetches] == ["22,000", "22,000"]
    assert {row[6] for row in fetches} == {DASH}  # a backlog has no latency


def test_unmeasured_treatments_are_dashes_and_in_no_sentence() -> None:
    plan = batching_plan(repetitions=1)
    gone = tuple(cell.id for cell in plan.cells if not cell.id.startswith("linger50ms"))
    section = shown(batching_run(plan, without=gone))
    assert answers(section) == []
    assert [row[1] == "–" for row in rows(table(section, "linger"))] == [True, False]  # noqa: RUF001
    assert [chart.id for chart in charts(section)] == []


@pytest.mark.parametrize(
    ("part", "table_ids", "chart_ids"),
    [
        (PARTS[0], ["batches", "batch-gains"], ["chart-batches"]),
        (PARTS[1], ["fetches"], []),
        (PARTS[2], ["linger"], []),
        (PARTS[3], ["codecs"], ["chart-codecs"]),
    ],
)
def test_a_part_has_its_tables_and_charts(part: Levels, table_ids: list[str], chart_ids: list[str]) -> None:
    section = small(part)
    assert [block.id for block in tables(section)] == table_ids
    assert [chart.id for chart in charts(section)] == chart_ids


@pytest.mark.usefixtures("drawn")
def test_the_chart_has_a_panel_for_each_size_and_the_published_rates(run: MeasuredRun) -> None:
    chart = charts(shown(run))[0]
    assert "messages of 200 B" in map(plain, written(chart))
    assert [name for name in names(chart) if "published" in name] == ["published, acks 0"]


def without_the_lowest_limit(blocks: int) -> Table:
    """The speedups of a run in which small messages one at a time were measured in the later blocks only."""
    plan = batching_plan(PARTS[:1], repetitions=3)
    early = (cell.id for cell in plan.cells if cell.block <= blocks)
    gone = tuple(cell for cell in early if cell.startswith("1-per-request.200B"))
    return table(shown(batching_run(plan, without=gone)), "batch-gains")


def test_every_limit_is_compared_with_the_lowest_of_its_group(section: ReportSection) -> None:
    gains = rows(table(section, "batch-gains"))
    assert [row[0] for row in gains] == ["50 against 1", "unlimited against 1"] * 4
    assert [row[1] for row in gains] == ["6.00", "12.0"] * 4
    assert [row[3] for row in gains] == ["8.00", *["–"] * 7]  # noqa: RUF001


def test_without_a_published_speedup_the_answer_has_the_first() -> None:
    sentence = answers(small({"messages_per_request": [1, 50], "acks": ["all"]}, repetitions=6))[0]
    assert sentence.startswith("With at most 50 messages in a request, the producer's rate was 6.00")
    assert "published" not in sentence


def test_a_speedup_is_that_of_the_blocks_that_have_both_limits() -> None:
    gains = without_the_lowest_limit(blocks=2).groups
    pairs = [(plain(group.title)[:13], group.rows[0].cells[-1]) for group in gains]
    assert pairs == [("message 200 B", "1")] * 2 + [("message 1,024", "3")] * 2
    assert all("1,024" in group.title for group in without_the_lowest_limit(blocks=3).groups)


def test_sizes_in_bytes_are_not_mixed_with_limits() -> None:
    gains = table(small({"messages_per_request": [1, 50], "batch_bytes": [16_384, 1_000_000]}), "batch-gains")
    assert [plain(group.title) for group in gains.groups] == ["batch 16,384 B", "batch 1,000,000 B"]


def test_without_rates_there_is_no_speedup() -> None:
    unknown = values(value, producer_broker_rate=None)
    section = shown(batching_run(batching_plan(PARTS[:1], repetitions=1), unknown))
    assert "batch-gains" not in [block.id for block in tables(section)]


positive = st.floats(0.1, 1000)


@given(request=positive, message=positive, fewer=st.integers(1, 100), beyond=st.integers(1, 1000))
def test_rates_of_costs_lead_back_to_costs(request: float, message: float, fewer: int, beyond: int) -> None:
    first, second = ((n, 1e6 / (request / n + message)) for n in (fewer, fewer + beyond))
    assert request_costs(first, second) == pytest.approx((request, message), 0.01)


@pytest.mark.parametrize(
    ("fewer", "more"),
    [
        ((1, None), (50, 1000)),
        ((1, 1000), (None, 1000)),
        ((1, 1000), (1, 2000)),
        ((1, 1000), (50, 900)),  # larger batches are slower
        ((1, 1000), (2, 2500)),  # faster than requests without messages
        ((1, 0), (50, 1000)),
    ],
)
def test_rates_that_fit_no_costs_have_none(fewer: RequestRate, more: RequestRate) -> None:
    assert request_costs(fewer, more) is None
