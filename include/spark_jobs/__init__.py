"""From raw logs to results.

``job`` measures the cells of runs with Spark and writes their ``results``; ``tables`` are those with rows of
every cell, and ``measures`` the metrics of a cell. ``scenarios`` has what only one scenario's cells have.
"""
