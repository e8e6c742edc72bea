"""`make compare`: two runs side by side."""

from itertools import groupby
from typing import Annotated

import typer
from rich import box
from rich.console import Console
from rich.table import Table

from include import folders
from include.history.compare import compare
from include.history.errors import HistoryError
from include.history.pair import Pair
from include.matrix.plan import PLAN_FILE
from include.registry import did_you_mean
from include.rendering.number_format import interval, significant
from include.storage.atomic_write import check_storage
from include.storage.errors import StorageError
from include.storage.path import AnyPath, path_of


def main(
    baseline: Annotated[str, typer.Option(envvar="BASELINE", help="A run, or its folder.")] = "",
    candidate: Annotated[str, typer.Option(envvar="CANDIDATE", help="A run, or its folder.")] = "",
) -> None:
    """Print each treatment's ratios, publish them, and print where."""
    if not baseline or not candidate:
        typer.echo("Name two runs: make compare BASELINE=monday CANDIDATE=tuesday", err=True)
        raise typer.Exit(2)
    try:
        check_storage(folders.RUNS)
        shown, page = compare(_folder("BASELINE", baseline), _folder("CANDIDATE", candidate))
    except (HistoryError, StorageError) as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    show(shown.pair, Console(highlight=False))
    for sentence in [*shown.answer, *_differing(shown.pair.differences), shown.weakness, str(page)]:
        typer.echo(sentence)


def show(pair: Pair, console: Console) -> None:
    """Print the candidate in times of the baseline: below each treatment, its quantities."""
    table = Table(box=box.SIMPLE_HEAD, padding=(0, 2, 0, 0), pad_edge=False, show_edge=False)
    for column in ("treatment", "times", "95% interval"):
        table.add_column(column)
    for treatment, ratios in groupby(pair.ratios, key=lambda one: one.treatment.id):
        table.add_row(treatment)
        for one in ratios:
            found = one.estimate
            table.add_row(
                f"  {one.quantity.words}", significant(found.median), interval(found.low, found.high)
            )
    console.print(table)


def _differing(differences: list[str]) -> list[str]:
    return [f"What differs: {'; '.join(differences)}."] if differences else []


def _folder(key: str, run: str) -> AnyPath:
    """The folder of a run that is named, or given by its path.

    Raises:
        HistoryError: there is no such run; it says which is named alike.
    """
    for folder in (folders.RUNS / run, path_of(run)):
        if (folder / PLAN_FILE).is_file():
            return folder
    known = [entry.name for entry in folders.RUNS.iterdir()] if folders.RUNS.is_dir() else []
    raise HistoryError(f"{key}: there is no run {run!r} in {folders.RUNS}{did_you_mean(run, known)}")


if __name__ == "__main__":
    typer.run(main)
