from pathlib import Path

import pytest

from include.machine.errors import HistoryError
from include.report.accepted_regressions import write_acceptance
from include.report.history.compare import compare
from tests.report.blocks import table
from tests.report.history.past import write
from tests.report.page import read_page
from tests.report.test_accepted_regressions import acceptance


def test_the_throughput_of_a_slower_run_is_lower(tmp_path: Path) -> None:
    baseline = write(tmp_path, "monday", level=40, starts=3)
    comparison, page = compare(baseline, write(tmp_path, "tuesday", level=30, starts=3))
    assert comparison.answer[0].startswith("Lower in tuesday: ")
    assert "end-to-end throughput (at-least-once" in comparison.answer[0]
    assert page == tmp_path / "tuesday" / "compared" / "monday.html"
    assert read_page(page).by_id("ratios").rows()[0][1].startswith("0.750 (0.7")


def test_a_run_does_not_differ_from_itself_(tmp_path: Path) -> None:
    run = write(tmp_path, "monday", starts=3)
    comparison, page = compare(run, run)
    assert comparison.answer == ["No difference shown: 2 of 4 comparisons."]
    assert "No difference was found in the host" in read_page(page).by_id("differences").text


def test_runs_of_one_start_are_not_decided_and_are_told_why(tmp_path: Path) -> None:
    baseline = write(tmp_path, "monday", level=40, starts=3)
    comparison, page = compare(baseline, write(tmp_path, "tuesday", level=20))
    (sentence,) = comparison.answer
    assert sentence.startswith("Not decided: 2 of 4 comparisons. A run whose brokers were started once")
    assert read_page(page).by_id("ratios").rows()[0][1] == "0.500"
    assert "1 and 3 here" in table(comparison.sections[0], "ratios").notes[0]


def test_the_latency_of_a_load_without_a_rate_is_not_compared(tmp_path: Path) -> None:
    loads = {"paced": {"rate": 2000, "messages": 4000}, "unthrottled": {"messages": 4000}}
    titles = {}
    for name, constants in loads.items():
        runs = (write(tmp_path, f"{name}-{number}", constants=constants) for number in (1, 2))
        titles[name] = [column.title for column in table(compare(*runs)[0].sections[0], "ratios").columns]
    assert "median end-to-end latency" in titles["paced"]
    assert titles["unthrottled"] == ["Treatment", "end-to-end throughput"]


def test_an_accepted_regression_of_either_run_is_shown(tmp_path: Path) -> None:
    runs = [write(tmp_path, name, starts=3) for name in ("monday", "tuesday")]
    write_acceptance(runs[0], acceptance("monday"))
    sentence = "The regression in monday was accepted by Mia Meer on 2026-11-24: Durability is worth it."
    for pair in (runs, runs[::-1]):
        comparison, page = compare(*pair)
        assert comparison.answer[-1] == sentence
        assert sentence in page.read_text()


def test_settings_that_differ_and_treatments_of_one_run_alone_are_listed(tmp_path: Path) -> None:
    baseline = write(tmp_path, "monday", "4.0.0")
    factors = {"semantics": ["at-least-once", "idempotent"]}
    candidate = write(tmp_path, "tuesday", "4.1.0", constants={"messages": 10}, factors=factors)
    comparison, page = compare(baseline, candidate)
    assert comparison.pair.differences == ["release: 4.1.0 against 4.0.0", "messages: 10 against 100000"]
    text = read_page(page).by_id("differences").text
    assert "Treatments of monday alone: exactly-once." in text
    assert "Treatments of tuesday alone: idempotent." in text


def test_runs_that_share_no_treatment_or_were_not_measured_are_refused(tmp_path: Path) -> None:
    baseline = write(tmp_path, "monday", factors={"semantics": ["at-least-once"]})
    other = {"semantics": ["exactly-once"], "linger_ms": [5]}
    candidate = write(tmp_path, "tuesday", factors=other, constants={"messages": 10})
    with pytest.raises(HistoryError, match=r"no treatment in common.*messages: 10 against 100000"):
        compare(baseline, candidate)
    with pytest.raises(HistoryError, match=r"fresh: no results/cells.parquet: not measured yet"):
        compare(write(tmp_path, "fresh", results=False), write(tmp_path, "good"))
