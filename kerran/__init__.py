"""Kerran's results for programs and notebooks: ``kerran.runs.load("latest").summary``."""

from kerran import runs

__all__ = ["runs"]
