"""The computation of results from raw logs.

``job`` measures the cells of runs with Spark. ``measures`` computes the metrics of a cell, and ``tables``
computes its rows in further tables. ``scenarios`` computes metrics and tables that only one scenario has.
``results`` writes the results of a run.
"""
