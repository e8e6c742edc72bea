"""Measurements that only one scenario has. They are in a module with the name of the scenario.

A module has a function ``measures`` for the scenario's metrics. If the scenario has its own tables,
``TABLES`` contains the columns of each table, and ``ROWS`` contains the function that makes the rows of a
cell. The keys of both are the names of the tables' files in ``results/``.
"""
