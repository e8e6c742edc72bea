"""Publish a run's report: ``python -m include.report.publish <run folder>``."""

import sys
from pathlib import Path

from include.matrix.plan import PLAN_FILE
from include.rendering.page import write_page
from include.report.published import PublishedError
from include.report.report_model import contents
from include.report.run import read_run
from include.storage.errors import StorageError
from include.storage.path import AnyPath, path_of

TEMPLATES = Path(__file__).parent / "templates"

REPORT_FOLDER = "report"


def publish(run: AnyPath) -> AnyPath:
    """Write ``report/index.html`` and ``report/report.md`` of a run; the former's path.

    Raises:
        FileNotFoundError: the folder has no plan.
        PublishedError: the experiment names published figures that there aren't.
        StorageError: the run's storage can't be used.
    """
    shown = contents(read_run(run))
    folder = run / REPORT_FOLDER
    write_page(folder / "report.md", TEMPLATES / "report.md.jinja", report=shown)
    return write_page(folder / "index.html", TEMPLATES / "index.html.jinja", report=shown)


def main(arguments: list[str]) -> int:
    """Publish the run folder that the command line names."""
    if len(arguments) != 1:
        print("usage: python -m include.report.publish <run folder>", file=sys.stderr)
        return 2
    run = path_of(arguments[0])
    try:
        if not (run / PLAN_FILE).is_file():
            print(f"{run}: no {PLAN_FILE} there; give the folder of a run", file=sys.stderr)
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
