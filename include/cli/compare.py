"""Compare two runs: ``kerran compare``."""

from itertools import groupby

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from include.cli.console_text import run_folder
from include.cli.errors_and_exit_codes import exit_on_error
from include.report.history import compare as comparison
from include.report.history.run_pair import RunPair
from include.report.pages.wording import interval, significant


def compare(baseline: str, candidate: str) -> None:
    """Publish the comparison of two runs. Print the ratios of each treatment and the path of the page."""
    with exit_on_error():
        result, page = comparison.compare(
            run_folder(baseline, "--baseline"), run_folder(candidate, "--candidate")
        )
        show(result.pair, Console(highlight=False))
        differences = "; ".join(result.pair.differences)
        differing = [f"Differences between the runs: {differences}."] if differences else []
        for sentence in [*result.answer, *differing, comparison.LIMITATION, str(page)]:
            typer.echo(sentence)


def show(pair: RunPair, console: Console) -> None:
    """Print the ratios of the candidate to the baseline, by treatment and quantity."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
    for column in ("treatment", "times", "corrected interval"):
        table.add_column(column)
    for treatment, ratios in groupby(pair.ratios, key=lambda ratio: ratio.treatment.id):
        table.add_row(treatment)
        for ratio in ratios:
            difference = ratio.difference
            table.add_row(
                f"  {ratio.quantity.words}",
                significant(ratio.estimate),
                interval(difference.low_corrected, difference.high_corrected),
            )
    console.print(table)
