"""Draw mutants, run the tests of each, and print which were noticed: ``make test-mutations``.

python -m tests.mutations --mutants 60 --seed 7 include/verdicts include/spark_jobs
"""

from random import SystemRandom
from typing import Annotated

import typer

from tests.mutations.mutants import Mutant, drawn, why_equivalent
from tests.mutations.noticing import is_noticed, pass_, room_tests

ROOMS = ["include/verdicts", "include/spark_jobs"]

LEAST_PERCENT = 95.0
"""The share of mutants that must be noticed."""


def main(
    rooms: Annotated[list[str] | None, typer.Argument(help="Folders or files below include/.")] = None,
    mutants: Annotated[int, typer.Option(min=1, help="How many mutants are drawn.")] = 60,
    seed: Annotated[
        int | None, typer.Option(help="The seed of the drawing; without one, another each time.")
    ] = None,
) -> None:
    """Change the rules at random, one place at a time, and count how many changes their own tests notice."""
    rooms = rooms or ROOMS
    seed = SystemRandom().randrange(10_000) if seed is None else seed
    typer.echo(f"Seed {seed}: {mutants} mutants of {', '.join(rooms)}")
    if not all(pass_(room_tests(room), "fast") for room in rooms):
        typer.echo("Some tests of these rooms fail although nothing is changed.", err=True)
        raise typer.Exit(2)
    counted = [mutant for mutant in drawn(rooms, mutants, seed) if not _is_equivalent(mutant)]
    noticed = sum(map(_is_noticed, counted))
    share = 100 * noticed / max(len(counted), 1)
    typer.echo(
        f"{noticed} of {len(counted)} mutants were noticed ({share:.1f} %; {LEAST_PERCENT:g} % at least)"
    )
    raise typer.Exit(0 if share >= LEAST_PERCENT else 1)


def _is_equivalent(mutant: Mutant) -> bool:
    because = why_equivalent(mutant)
    if because:
        typer.echo(f"equivalent  {mutant}\n            {because}")
    return because is not None


def _is_noticed(mutant: Mutant) -> bool:
    has_failed = is_noticed(mutant)
    typer.echo(f"{'noticed' if has_failed else 'MISSED':10}  {mutant}")
    return has_failed


if __name__ == "__main__":
    typer.run(main)
