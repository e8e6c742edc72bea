"""`make releases`: the Kafka releases that there are, and whether they can be run.

Those that the catalogue of releases doesn't have yet are added to it.
"""

from datetime import UTC, datetime

import typer
from rich.console import Console
from rich.table import Table

from include.errors import PlatformError
from include.releases import catalogue
from include.releases.available import available_releases


def main() -> None:
    """Print every feature release since transactions came."""
    try:
        found = available_releases()
    except PlatformError as error:
        typer.echo(error, err=True)
        raise typer.Exit(1) from None
    for entry in catalogue.add((one.version for one in found), datetime.now(UTC).date()):
        typer.echo(f"New in the catalogue: {entry.version}")
    table = Table("release", "newest patch", "released", "brokers keep their metadata in", "can be run")
    for release in found:
        table.add_row(
            release.feature,
            release.version,
            str(release.date or "?"),
            release.metadata,
            "yes" if release.is_runnable else "no",
        )
    Console(highlight=False).print(table)


if __name__ == "__main__":
    typer.run(main)
