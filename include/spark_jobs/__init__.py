"""From raw logs to results.

``job`` measures the cells of runs with Spark and writes their ``results``. ``measures`` computes the metrics
of a cell, and ``tables`` computes the rows of the cell in further tables. ``scenarios`` has the metrics and
tables of single scenarios.
"""
