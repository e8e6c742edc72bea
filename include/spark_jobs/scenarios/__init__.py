"""Measurements that only one scenario has, in a module with the scenario's name.

A module has a function ``measures`` for the scenario's metrics. If the scenario has its own tables,
``TABLES`` contains the columns of each table, and ``ROWS`` contains the function that makes the rows of a
cell. The keys of ``TABLES`` and ``ROWS`` are the names of the tables' files in ``results/``.
"""
