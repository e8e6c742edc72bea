from functools import partial
from typing import Any

import pytest

from include.plan.treatment import Treatment
from include.report.build_report import Report, build_report
from include.report.literature import read_published
from include.report.pages.blocks import Items
from include.report.pages.table import Table
from include.report.sections import measured_beside_published
from include.report.sections.registry import SECTIONS
from include.report.treatments.names import setting_text
from tests.report.blocks import plain, rows, section_of, table, tables, texts
from tests.report.page import Element
from tests.report.synthetic import QUICK, Ids, Levels, Value, make_plan, measured_run, plain_value, where


def report(
    section: str, factors: Levels = QUICK, value: Value = plain_value, without: Ids = (), **changes: Any
) -> Report:
    """A report that has only this section, where it applies, and its answer."""
    run = measured_run(make_plan(factors, **changes), value, without=without)
    return build_report(run, [SECTIONS[section]])


published_report = partial(report, section="measured_beside_published", published="thesis")


def thesis_table(report_model: Report, number: int) -> Table:
    return table(section_of(report_model, "tables"), f"table-{number}")


def test_measured_figures_stand_beside_the_published_ones_with_their_ratio(quick_page: Element) -> None:
    latencies, throughputs = (quick_page.by_id(f"table-{number}").rows() for number in (3, 4))
    assert latencies[2] == ["exactly-once", "10", "20.0 (20.0)", "37.37 (44)‡", "0.535"]
    assert throughputs[1] == ["at-least-once", "–", "20.0", "56.91", "0.351"]  # noqa: RUF001


def test_at_most_once_is_marked_where_acknowledgements_are_shown_and_only_there(quick_page: Element) -> None:
    first = {number: quick_page.by_id(f"table-{number}").rows()[0] for number in (1, 2, 3, 4)}
    assert first[1][0] == first[2][0] == "at-most-once†"
    assert first[2][2] == "20.0†"
    assert first[3][0] == first[4][0] == "at-most-once"


def test_sizes_are_columns_in_their_order() -> None:
    sizes = thesis_table(published_report(factors=QUICK | {"message_bytes": [1024, 128]}), 1)
    assert [plain(column.shared_title) for column in sizes.columns[2::3]] == ["128 B", "1,024 B"]


@pytest.mark.parametrize(
    ("section", "name", "factors"),
    [
        ("measured_beside_published", "tables", QUICK),  # without published figures
        ("transactions", "transactions", {"semantics": ["at-least-once"]}),
    ],
)
def test_a_section_about_what_the_run_lacks_is_left_out(section: str, name: str, factors: Levels) -> None:
    assert name not in [shown.id for shown in report(section, factors).sections]


def test_a_treatment_that_was_not_published_or_has_no_value_has_dashes() -> None:
    unpublished = published_report(factors={"semantics": ["idempotent"]})
    assert rows(thesis_table(unpublished, 4)) == [["idempotent", "–", "20.0", "–", "–"]]  # noqa: RUF001
    unmeasured = published_report(without=tuple(f"at-least-once.r0{block}" for block in (1, 2, 3)))
    assert rows(thesis_table(unmeasured, 4))[1] == ["at-least-once", "–", "–", "56.91", "–"]  # noqa: RUF001


def test_other_factors_group_the_rows_of_a_table() -> None:
    factors: Levels = {"semantics": QUICK["semantics"][1:], "linger_ms": [0, 5], "consumers": [1, 9]}
    grouped = thesis_table(published_report(factors=factors), 4).groups
    titles = [f"linger {ms} ms, {consumers}" for ms in (0, 5) for consumers in ("1 consumer", "9 consumers")]
    assert [plain(group.title) for group in grouped] == titles
    assert [len(group.rows) for group in grouped] == [2, 2, 2, 2]


def departures_of(report_model: Report) -> list[str]:
    (listed,) = (block for block in section_of(report_model, "tables").blocks if isinstance(block, Items))
    return list(listed.texts)


def test_every_departure_from_the_published_experiment_is_listed() -> None:
    departures = departures_of(published_report(constants={"messages": 10_000, "linger_ms": 5}))
    assert plain(departures[0]) == "cells have 10,000 messages"
    assert plain(departures[1]) == "cells have linger 5 ms"
    assert departures[2] == "the brokers run Kafka 4.4.0; the published brokers ran Kafka 3.1.1"
    assert any("embedded; the published brokers were containers" in departure for departure in departures)
    for word in ("librdkafka", "sticky", "min.insync.replicas", "earliest", "nanoseconds"):
        assert any(word in departure for departure in departures), word
    as_published = departures_of(published_report(constants={"linger_ms": 0}))
    assert not [departure for departure in as_published if departure.startswith("cells")]


def test_departures_of_a_client_are_those_of_runs_with_it() -> None:
    java = {"messages": 10_000, "client": "java-3.9.2", "lead_in_seconds": 2}
    departures = departures_of(published_report(constants=java))
    assert any("one monotonic clock" in departure for departure in departures)
    assert not any("librdkafka" in departure or "sticky" in departure for departure in departures)


def test_only_what_the_semantics_decides_on_is_said_to_be_set_by_it() -> None:
    assert setting_text("acks", None) == "set by the semantics"
    assert setting_text("visibility_ms", None) == "not set"
    assert setting_text("acks", 1) == "1"


def test_brokers_without_zookeeper_and_with_settings_of_their_own_are_departures() -> None:
    run = measured_run(make_plan(QUICK, published="thesis"))
    for cell, manifest in run.manifests.items():
        settings = {"process.roles": "broker,controller", "jvm_flags": ["-Xmx512m"]}
        cluster = manifest.cluster.model_copy(update={"settings": settings})
        run.manifests[cell] = manifest.model_copy(update={"cluster": cluster})
    departures = departures_of(build_report(run, [SECTIONS["measured_beside_published"]]))
    assert any("KRaft" in departure for departure in departures)
    assert any("`process.roles=broker,controller`" in departure for departure in departures)


def test_the_published_run_may_have_been_too_short(monkeypatch: pytest.MonkeyPatch) -> None:
    text = " ".join(texts(section_of(published_report(), "tables")))
    assert "could not exercise transactions of 1,000 ms at 128 B and 512 B" in text
    assert "were sent within 0.36 and 0.78 s" in text
    figures = read_published("thesis")._replace(unexercised="")
    monkeypatch.setattr(measured_beside_published, "read_published", lambda _: figures)
    assert len(texts(section_of(published_report(), "tables"))) == 1


def test_published_latencies_that_are_queues_are_marked() -> None:
    factors = {**QUICK, "message_bytes": [128, 1024]}
    latencies = {tuple(row[:2]): row for row in rows(thesis_table(published_report(factors=factors), 3))}
    assert latencies["at-least-once", "–"][3] == "7.90 (18)"  # noqa: RUF001
    assert latencies["at-least-once", "–"][6] == "60.31 (148)‡"  # noqa: RUF001


def test_measured_latencies_that_are_queues_are_marked_unless_the_load_is_paced() -> None:
    def value(treatment: Treatment, column: str, block: int) -> float | None:
        return 100 if "latency" in column or "throughput" in column else plain_value(treatment, column, block)

    for constants, text in (({}, "100 (100)‡"), ({"rate": 2000, "messages": 4000}, "100 (100)")):
        assert rows(thesis_table(published_report(value=value, constants=constants), 3))[1][2] == text


def test_transactions_are_shown_as_requested_and_as_achieved() -> None:
    levels: Levels = {"semantics": ["at-least-once", "exactly-once"]}
    report_model = report("transactions", levels, where("transaction_time", 12.5), repetitions=6)
    assert rows(*tables(section_of(report_model, "transactions"))) == [
        ["exactly-once 100 ms", "100", "12.5", "12.5 to 12.5", "50.0", "50.0", "50.0 to 50.0", "300"]
    ]


@pytest.mark.parametrize(("repetitions", "interval"), [(3, "–"), (6, "20.0 to 20.0")])  # noqa: RUF001
def test_three_repetitions_have_no_interval_and_the_report_says_why(repetitions: int, interval: str) -> None:
    report_model = report("percentiles", {"semantics": ["at-least-once"]}, repetitions=repetitions)
    latencies = rows(table(section_of(report_model, "percentiles"), "percentiles-producer-broker"))
    assert latencies[0][:4] == ["at-least-once", str(repetitions), "20.0", interval]
    answer = " ".join(texts(section_of(report_model, "answer")))
    assert ("fewer than six valid repetitions" in answer) is (repetitions == 3)
