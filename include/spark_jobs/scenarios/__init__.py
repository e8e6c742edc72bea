"""The measurements of single scenarios: a folder or module with the name of the scenario.

A module has a function ``measures`` for the scenario's metrics. If the scenario has tables with rows of
cells, ``TABLES`` has their columns and ``ROWS`` the functions that make their rows, by the names of their
files in ``results/``.
"""
