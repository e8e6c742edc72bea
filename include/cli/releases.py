"""List the Kafka releases, and add new releases to the catalogue: ``kerran releases``."""

from datetime import UTC, datetime

import typer
from rich.console import Console
from rich.table import Table

from include.cli.exit_codes import exit_on_error
from include.releases import catalogue
from include.releases.releases_in_maven import available_releases


def print_releases() -> None:
    """Print every feature release since transactions were introduced."""
    with exit_on_error():
        releases = available_releases()
    for entry in catalogue.add((release.version for release in releases), datetime.now(UTC).date()):
        typer.echo(f"New in the catalogue: {entry.version}")
    table = Table("release", "newest patch", "released", "brokers keep their metadata in", "can be run")
    for release in releases:
        table.add_row(
            release.feature,
            release.version,
            str(release.date or "?"),
            release.metadata,
            "yes" if release.is_runnable else "no",
        )
    Console(highlight=False).print(table)
