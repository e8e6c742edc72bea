"""Publish a run's report: ``python -m include.report.publish <run folder>``."""

import sys
from pathlib import Path

from include.matrix.plan import PLAN_FILE
from include.rendering.page import write_page
from include.report.literature import PublishedError
from include.report.machine_readable import write_answer, write_verdict
from include.report.measured_run import read_measured_run
from include.report.report_model import build_report
from include.report.run_verdict import verdict_of
from include.report.sections.registry import SECTIONS
from include.storage.errors import StorageError
from include.storage.path import AnyPath, path_of

TEMPLATES = Path(__file__).parent / "templates"

REPORT_FOLDER = "report"


def publish(run: AnyPath) -> AnyPath:
    """Write ``report/index.html`` and ``report/report.md`` of a run, and return the path of the former.

    The answer is written for other programs too, as ``report/answer.json``, and the verdict on the run as
    ``results/verdict.json`` and ``results/junit.xml``.

    Raises:
        FileNotFoundError: The folder has no plan.
    """
    measured_run = read_measured_run(run)
    write_verdict(run, verdict_of(measured_run))
    report = build_report(measured_run, SECTIONS.values())
    folder = run / REPORT_FOLDER
    write_answer(folder, report)
    write_page(folder / "report.md", TEMPLATES / "report.md.jinja", report=report)
    return write_page(folder / "index.html", TEMPLATES / "index.html.jinja", report=report)


def main(arguments: list[str]) -> int:
    """Publish the report of the run folder that the command line names; the exit code."""
    if len(arguments) != 1:
        print("usage: python -m include.report.publish <run folder>", file=sys.stderr)
        return 2
    run = path_of(arguments[0])
    try:
        if not (run / PLAN_FILE).is_file():
            print(f"{run}: no {PLAN_FILE} in this folder; name the folder of a run", file=sys.stderr)
            return 1
        print(publish(run))
    except StorageError as error:
        print(error, file=sys.stderr)
        return 1
    except PublishedError as error:
        print(f"{run / PLAN_FILE}: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
