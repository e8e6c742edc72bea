from dataclasses import replace
from pathlib import Path

from include.report.pages.blocks import Charts, Command, Facts, Folded, Items, Paragraph, Section
from include.report.pages.chart_layout import Chart
from include.report.pages.page import write_page
from include.report.pages.palette import BLUE
from include.report.pages.table import Column, Field, table_of, text_table, words

COLUMNS = [words("What", lambda _: "a | b"), words("How much", str)]
TABLE = table_of("figures", "Figures", COLUMNS, [1], ["N."], lambda _: BLUE)
FIELDS = [words("Way", str), words("kill-leader", lambda _: Field("good", "kept", "0/6", "details"))]
MATRIX = replace(table_of("matrix", "When brokers fail", FIELDS, ["exactly-once"]), is_matrix=True)
DRAW = '{% from "blocks.KIND.jinja" import draw %}{{ draw(sections) }}'


def page(folder: Path, *sections: Section) -> str:
    return rendered(folder, DRAW.replace("KIND", "html"), "html", sections)


def text(folder: Path, *sections: Section) -> str:
    return rendered(folder, DRAW.replace("KIND", "md"), "md", sections)


def rendered(folder: Path, template: str, kind: str, sections: tuple[Section, ...] = ()) -> str:
    (folder / f"sections.{kind}.jinja").write_text(template, encoding="utf-8")
    path = write_page(folder / kind, folder / f"sections.{kind}.jinja", sections=sections)
    return Path(str(path)).read_text(encoding="utf-8")


def test_a_paragraph_has_its_subject_and_its_code_and_is_escaped(tmp_path: Path) -> None:
    section = Section("s", "S", [Paragraph("See `plan.json` <b>.", "Where")])
    assert "<p><strong>Where.</strong> See <code>plan.json</code> &lt;b&gt;.</p>" in page(tmp_path, section)
    assert "**Where.** See `plan.json` <b>.\n" in text(tmp_path, section)


def test_a_table_has_the_same_cells_in_both(tmp_path: Path) -> None:
    section = Section("s", "S", [TABLE])
    assert "a | b</th><td>1</td>" in page(tmp_path, section)
    assert "| What | How much |\n| --- | --- |\n| a \\| b | 1 |\n\nN.\n" in text(tmp_path, section)


def test_a_text_repeats_the_shared_title_of_columns(tmp_path: Path) -> None:
    columns = [Column("mean", "latency, ms"), Column("p99", "latency, ms")]
    section = Section("s", "S", [text_table("t", "T", columns, [("1", "2")])])
    assert '<th colspan="2" class="shared" scope="colgroup">latency, ms</th>' in page(tmp_path, section)
    assert "| latency, ms: mean | latency, ms: p99 |\n| ---: | ---: |" in text(tmp_path, section)


def test_a_field_of_a_matrix_has_the_colour_of_its_tone(tmp_path: Path) -> None:
    section = Section("s", "S", [MATRIX])
    link = '<a href="#details"><strong>kept</strong><br><small>0/6</small></a>'
    field = f'<td class="good">{link}</td>'
    assert 'class="matrix"' in page(tmp_path, section)
    assert field in page(tmp_path, section)
    assert "| exactly-once | kept 0/6 |" in text(tmp_path, section)


def test_a_text_has_neither_charts_nor_definitions(tmp_path: Path) -> None:
    chart = Chart("c", "A chart", "<svg>drawn</svg>", "Its note.")
    definitions = Facts([("Cell", "One treatment in one block.")], are_definitions=True)
    section = Section("s", "S", [Charts([chart], "How to read it."), definitions])
    content = page(tmp_path, section)
    assert '<p class="note">How to read it.</p>' in content
    assert "<svg>drawn</svg>" in content
    assert "<dt>Cell</dt><dd>One treatment in one block.</dd>" in content
    assert text(tmp_path, section).strip() == "## S"


def test_facts_items_and_commands_are_in_both(tmp_path: Path) -> None:
    section = Section("s", "S", [Facts([("Host", "vm")]), Items(["one"]), Command("make sweep")])
    content, plain_text = page(tmp_path, section), text(tmp_path, section)
    assert "<dt>Host</dt><dd>vm</dd>" in content
    assert "<li>one</li>" in content
    assert "<pre><code>make sweep</code></pre>" in content
    assert "- Host: vm\n\n- one\n\n```\nmake sweep\n```" in plain_text


def test_a_folded_block_opens_on_the_page_and_may_be_left_out_of_a_text(tmp_path: Path) -> None:
    facts = Facts([("Host", "vm")])
    section = Section("s", "S", [Folded("Figures", TABLE), Folded("The same", facts, in_text=False)])
    assert "<summary>Figures</summary>" in page(tmp_path, section)
    assert "<caption>" not in page(tmp_path, section)
    assert "**Figures**" in text(tmp_path, section)
    assert "Host" not in text(tmp_path, section)


def test_a_section_may_be_left_out_of_a_text(tmp_path: Path) -> None:
    sections = (Section("f", "Figures", []), Section("m", "Method", [], in_text=False))
    assert '<section id="m">\n<h2>Method</h2>' in page(tmp_path, *sections)
    assert text(tmp_path, *sections).split() == ["##", "Figures"]


def test_a_template_extends_the_shared_page_which_escapes_as_a_text_does_not(tmp_path: Path) -> None:
    template = '{% extends "page.html.jinja" %}{% block main %}{{ "<b>" }}{% endblock %}'
    shared = rendered(tmp_path, template, "html")
    assert shared.startswith("<!doctype html>")
    assert "&lt;b&gt;" in shared
    assert rendered(tmp_path, '{{ "<b>" }}', "md") == "<b>"
