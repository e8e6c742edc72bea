"""The command line of Kerran, in this process."""

from typer.testing import CliRunner, Result

from include.cli.commands import app


def run(*arguments: str, **environment: str) -> Result:
    return CliRunner().invoke(app, arguments, env=environment)
