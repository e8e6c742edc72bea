"""Kerran's results for programs and notebooks: ``import kerran.runs``, ``kerran.runs.load("latest")``."""
