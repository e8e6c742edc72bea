"""The command ``kerran``."""

from include.cli.app import main

__all__ = ["main"]
