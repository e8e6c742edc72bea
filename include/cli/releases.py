"""List the Kafka releases, and add new releases to the catalogue: ``kerran releases``."""

from datetime import UTC, datetime

import typer
from rich.console import Console
from rich.table import Table

from include.cli.errors_and_exit_codes import exit_on_error
from include.machine.releases.kafka_catalogue import add, released
from include.machine.releases.releases_in_maven import available_releases
from include.machine.releases.versions import feature_of, is_runnable, needs_zookeeper


def print_releases() -> None:
    """Print every feature release since transactions were introduced."""
    with exit_on_error():
        versions = available_releases()
    dates = {version: released(version) for version in versions}
    for entry in add(versions, datetime.now(UTC).date()):
        typer.echo(f"New in the catalogue: {entry.version}")
    table = Table("release", "newest patch", "released", "brokers keep their metadata in", "can be run")
    for version, day in dates.items():
        feature = feature_of(version)
        metadata = "ZooKeeper" if needs_zookeeper(feature) else "KRaft quorum"
        can_run = "yes" if is_runnable(feature) else "no"
        table.add_row(".".join(map(str, feature)), version, str(day or "?"), metadata, can_run)
    Console(highlight=False).print(table)
