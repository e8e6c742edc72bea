"""The measurements of single scenarios. Each scenario has a folder or module with the scenario's name.

A module has a function ``measures`` for the scenario's metrics. If the scenario has tables with rows of
cells, ``TABLES`` has the columns of each table, and ``ROWS`` has the function that makes the rows. ``TABLES``
and ``ROWS`` refer to a table by the name of its file in ``results/``.
"""
