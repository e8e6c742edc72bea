"""What a reordering of the code must not change: hashes of plans, results, reports and generated pages.

``python -m tests.unchanged`` compares with ``tests/unchanged.json``, and names what differs. With
``--write``, it records the present hashes, after a change on purpose.
"""

import json
import re
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory

from docs.pages.__main__ import PAGES
from include.plan.load import load
from include.plan.planning import make_plan
from include.plan.treatment import Treatment
from include.report.publish import publish
from tests.golden.captured import captured
from tests.golden.files import golden_names
from tests.recorded_runs.runs import NAMES, copy_of
from tests.report.synthetic import Value, plain_value, write_run
from tests.spark_jobs.without_spark import measure_run

RECORD = Path(__file__).with_suffix(".json")

CREATED = datetime(2026, 1, 1, tzinfo=UTC)

Hashes = dict[str, str]


def hashes() -> Hashes:
    """The hash of everything that must stay the same, by name."""
    return dict([*_plans(), *_recorded_runs(), *_synthetic_reports(), *_pages()])


def differing(before: Hashes, now: Hashes) -> list[str]:
    """The names whose hash is new, gone or different."""
    return sorted(name for name in before.keys() | now.keys() if before.get(name) != now.get(name))


MODULE = re.compile(r"\binclude([./]\w+)+")
"""The name or the path of a module, which may change."""


def _hash(content: bytes | str) -> str:
    raw = MODULE.sub("MODULE", content).encode() if isinstance(content, str) else content
    return sha256(raw).hexdigest()[:16]


def _plans() -> Iterator[tuple[str, str]]:
    for name in golden_names():
        yield f"plan {name}", _hash(json.dumps(captured(name)))


def _recorded_runs() -> Iterator[tuple[str, str]]:
    """Results are measured anew from the raw logs, and reported."""
    for name in NAMES:
        with TemporaryDirectory() as folder:
            run = copy_of(name, Path(folder))
            measure_run(run)
            publish(run)
            files = [file for file in run.rglob("*") if file.is_file() and "cells" not in file.parts]
            for file in sorted(files):
                yield f"run {name}: {file.name}", _hash(file.read_bytes())


def _synthetic_reports() -> Iterator[tuple[str, str]]:
    """The report of each experiment, once with the same value in all cells, and once with other values."""
    for name in golden_names():
        for kind, value in (("equal", plain_value), ("differing", _differing_value)):
            yield f"report {name}, {kind} values", _hash(_report(name, value))


def _report(name: str, value: Value) -> str:
    plan = make_plan(load(name), name).model_copy(update={"created": CREATED})
    with TemporaryDirectory() as folder:
        run = write_run(Path(folder), plan, value)
        publish(run)
        return (run / "report" / "report.md").read_text(encoding="utf-8")


def _differing_value(treatment: Treatment, column: str, block: int) -> float | None:
    """The plain value, by up to a half more or less: the same for a treatment, a column and a block."""
    plain = plain_value(treatment, column, block)
    digest = sha256(f"{treatment.id} {column} {block}".encode()).digest()
    return plain if plain is None else plain * (0.5 + digest[0] / 256)


def _pages() -> Iterator[tuple[str, str]]:
    for name, page in PAGES.items():
        yield f"page {name}", _hash(page())


def main(arguments: list[str]) -> int:
    now = hashes()
    if arguments == ["--write"]:
        RECORD.write_text(json.dumps(now, indent=1) + "\n", encoding="utf-8")
        return 0
    names = differing(json.loads(RECORD.read_text(encoding="utf-8")), now)
    print(*names or [f"{len(now)} hashes are the same."], sep="\n")
    return 1 if names else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
