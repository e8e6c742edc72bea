"""Publish a run's report."""

from pathlib import Path

from include.machine.storage.path import AnyPath
from include.rawlog.cells_and_results_of_run import REPORT_FOLDER, report_page
from include.report.build_report import build_report
from include.report.machine_readable import write_answer, write_verdict
from include.report.measured_run import read_measured_run
from include.report.pages.page import write_page
from include.report.run_verdict import verdict_of
from include.report.sections.registry import sections

TEMPLATES = Path(__file__).parent / "templates"


def publish(run: AnyPath) -> AnyPath:
    """Write ``report/index.html`` and ``report/report.md`` of a run, and return the path of ``index.html``.

    For other programs, the answer is also written as ``report/answer.json``, and the verdict on the run as
    ``results/verdict.json`` and ``results/junit.xml``.
    """
    measured_run = read_measured_run(run)
    write_verdict(run, verdict_of(measured_run))
    report = build_report(measured_run, sections())
    folder = run / REPORT_FOLDER
    write_answer(folder, report)
    write_page(folder / "report.md", TEMPLATES / "report.md.jinja", report=report)
    return write_page(report_page(run), TEMPLATES / "index.html.jinja", report=report)
