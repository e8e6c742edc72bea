import re
from pathlib import Path
from urllib.parse import unquote

import pytest

from include.report.measured_run import read_measured_run
from include.report.publish import publish
from include.report.sections.environment import facts
from tests.report.page import Element

SECTIONS = [
    *("answer", "costs", "figures", "run", "tables", "percentiles", "transactions", "stability"),
    *("violations", "cells", "omitted", "method", "repeat"),
]


def test_a_report_and_its_contents_have_the_sections_in_the_order_of_reading(quick_page: Element) -> None:
    targets = [link.attributes["href"].removeprefix("#") for link in quick_page.all("nav")[0].all("a")]
    assert targets == [section.attributes["id"] for section in quick_page.all("section")] == SECTIONS


def test_a_page_requests_nothing_and_tells_the_browser_to_block_the_network(quick_page: Element) -> None:
    fetching = {"script", "link", "img", "iframe", "object", "embed", "video", "audio", "source"}
    assert not [e.tag for e in quick_page.everything() if e.tag in fetching]
    styles = " ".join(style.text for style in quick_page.all("style"))
    assert not re.search(r"@import|url\(", styles)
    policy = next(m for m in quick_page.all("meta") if "http-equiv" in m.attributes)
    assert policy.attributes["content"].startswith("default-src 'none';")


def _of_treatments(page: Element) -> list[Element]:
    """The charts of treatments, without those of costs."""
    return [figure for figure in page.all("figure") if not figure.attributes["id"].startswith("chart-cost")]


def test_every_figure_has_a_name_a_description_a_box_that_scrolls_and_marks(quick_page: Element) -> None:
    for figure in _of_treatments(quick_page):
        caption = figure.all("figcaption")[0].text
        (image,) = (svg for svg in figure.all("svg") if svg.attributes.get("role") in {"img", "group"})
        assert image.attributes["aria-label"] == caption
        assert "Rows: at-most-once" in figure.by_id(image.attributes["aria-describedby"]).text
        (box,) = figure.all("div")
        assert (box.attributes["role"], box.attributes["tabindex"]) == ("region", "0")
        assert box.attributes["aria-label"] == caption
        titles = [title.text for title in figure.all("title")]
        assert sum(title.startswith("one repetition: ") for title in titles) == 12
        assert sum("median" in title for title in titles) == 4


@pytest.mark.usefixtures("drawn")
def test_the_same_results_give_the_same_bytes(quick_run: Path) -> None:
    page = quick_run / "report" / "index.html"
    before = page.read_bytes()
    publish(quick_run)
    assert page.read_bytes() == before


def test_each_span_has_two_charts_and_those_of_acknowledgements_a_note(quick_page: Element) -> None:
    charts = [(figure.attributes["id"], bool(figure.all("p"))) for figure in _of_treatments(quick_page)]
    assert charts == [
        ("chart-producer-consumer-throughput", False),
        ("chart-producer-consumer-latency-mean", False),
        ("chart-producer-broker-throughput", True),
        ("chart-producer-broker-latency-mean", True),
    ]


def test_the_facts_have_the_machine_and_the_times(quick_run: Path) -> None:
    expected = {
        ("Cells", "12 planned, 12 sealed, 0 failed, 0 missing, 0 rejected, 0 invalid"),
        ("Cluster", "embedded, 3 brokers"),
        ("Memory", "8.00 GiB"),
        ("First cell began", "2027-01-15 08:00:00 UTC"),
        ("Last cell ended", "2027-01-15 08:01:55 UTC"),
    }
    assert expected <= set(facts(read_measured_run(quick_run)))


def test_settings_in_effect_are_those_of_the_manifests(quick_page: Element) -> None:
    rows = quick_page.by_id("client-settings").rows()
    assert ["acks", "0", "all", "all"] in rows
    assert ["isolation.level", "read_uncommitted", "read_uncommitted", "read_committed"] in rows
    assert ["min.insync.replicas", "1", "1", "2"] in rows


def test_the_settings_of_the_cells_are_those_that_apply_to_a_treatment(quick_page: Element) -> None:
    levels = {name: text for name, text, _role in quick_page.by_id("settings").rows()}
    assert (levels["transaction_ms"], levels["idempotence"], levels["strike"]) == ("10, 100", "off", "–")  # noqa: RUF001
    assert not levels.keys() & {"fault_after", "fault_partition"}


def test_the_text_has_the_tables_of_the_page_with_even_rows(quick_run: Path, quick_page: Element) -> None:
    text = (quick_run / "report" / "report.md").read_text(encoding="utf-8")
    for caption in quick_page.all("caption"):
        assert f"**{caption.text}**" in text
    tables = re.findall(r"(?:^\|.*\n)+", text, flags=re.MULTILINE)
    assert len(tables) >= 10
    for table in tables:
        assert len({line.count("|") for line in table.splitlines()}) == 1


def test_every_mark_leads_to_its_cell_or_to_the_cells_of_its_treatment(quick_page: Element) -> None:
    cells = next(table for table in quick_page.all("table") if table.attributes.get("id") == "cells-table")
    assert len(cells.rows()) == 4 + 12  # four treatments, each with a heading and three cells
    links = [link for figure in quick_page.all("figure") for link in figure.all("a")]
    ids = [element.attributes.get("id") for element in [*cells.all("tr"), *cells.all("tbody")]]
    assert {unquote(link.attributes["href"]) for link in links} == {f"#{id}" for id in ids if id}
    # The keyboard reaches the medians, and a screen reader every mark.
    assert all(link.attributes["aria-label"] for link in links)
    repetitions = [link for link in links if link.attributes["aria-label"].startswith("one repetition")]
    assert [link for link in links if link.attributes.get("tabindex") == "-1"] == repetitions


def test_a_report_says_how_to_repeat_the_run(quick_page: Element) -> None:
    commands = [code.text for code in quick_page.by_id("repeat").all("pre")]
    assert commands[0] == "make sweep RUN=run-1"
