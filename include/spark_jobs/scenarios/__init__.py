"""The measurements of single scenarios: a folder or module with the name of the scenario.

A module has a function ``measures`` for the scenario's metrics, and its tables in ``TABLES``, by the names of
their files in ``results/``.
"""
