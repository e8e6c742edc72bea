"""Kerran's results for programs and notebooks: ``from kerran import runs``."""
