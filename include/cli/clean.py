"""End what killed commands left running: `make clean`. Runs and their files stay."""

import typer

from include.cli.leftovers import end_all_leftovers


def main() -> None:
    """End leftovers, and say what they were."""
    ended = end_all_leftovers()
    for what in ended:
        typer.echo(f"Ended {what}")
    if not ended:
        typer.echo("Nothing was left running.")


if __name__ == "__main__":
    typer.run(main)
