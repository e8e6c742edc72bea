"""Write include/plan/earlier_starts.csv from the published runs of the default experiment.

``python -m docs.earlier_starts``; the runs are the files docs/runs/cost-*.zip.
"""

import csv
from collections.abc import Iterator
from io import StringIO
from pathlib import Path
from tempfile import TemporaryDirectory

import pandas as pd

from include.machine.folders import ROOT
from include.plan.reference import references
from include.plan.start_variation import FILE, EarlierStart, comparison_of
from include.report.measured_run import MeasuredRun, read_measured_run
from include.report.run_package import unpack
from include.verdicts.compared_quantities import costs
from include.verdicts.comparison.compare import compare_together
from include.verdicts.comparison.samples import Kind

PACKAGES = sorted((ROOT / "docs" / "runs").glob("cost-*.zip"))


def content() -> str:
    """The content of the file."""
    text = StringIO()
    writer = csv.DictWriter(text, list(EarlierStart.model_fields), lineterminator="\n")
    writer.writeheader()
    for package in PACKAGES:
        with TemporaryDirectory() as folder:
            writer.writerows(start.model_dump() for start in _starts(package, Path(folder)))
    return text.getvalue()


def _starts(package: Path, folder: Path) -> Iterator[EarlierStart]:
    run = read_measured_run(unpack(package, folder))
    plan, shares = run.plan, _shares(run)
    for treatment in plan.treatments:
        reference = references(plan).get(treatment.id)
        if reference is None:
            continue
        for quantity in costs(treatment):
            pairs = run.pairs_of(treatment.id, reference.id, quantity.column, quantity.kind)
            (difference,) = compare_together([pairs])
            if difference.estimate is not None and difference.error is not None:
                span = quantity.span or ""
                yield EarlierStart(
                    run=plan.run_id,
                    **comparison_of(plan, treatment, reference, quantity.metric.name, span).model_dump(),
                    is_ratio=quantity.kind is Kind.RATIO,
                    estimate=round(difference.estimate, 4),
                    error=round(difference.error, 5),
                    hypervisor_share=shares["hypervisor_share"],
                    others_share=shares["others_share"],
                )


def _shares(run: MeasuredRun) -> dict[str, float]:
    """The mean shares of the CPU that the hypervisor and others took, over the measured cells."""
    cells = [
        (machine.cpu_steal / capacity, machine.cpu_others / capacity)
        for manifest in run.manifests.values()
        for machine, capacity in [(manifest.machine, manifest.machine.seconds * manifest.host.cores)]
    ]
    means = pd.DataFrame(cells, columns=["hypervisor_share", "others_share"]).mean().round(4)
    return {str(name): float(value) for name, value in means.items()}


if __name__ == "__main__":
    FILE.write_text(content(), encoding="utf-8")
