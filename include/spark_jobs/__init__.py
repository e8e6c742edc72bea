"""The computation of results from raw logs.

``job`` uses Spark to measure the cells of runs. ``measures`` computes the metrics of a cell, and ``tables``
computes the cell's rows in the other tables of results. ``scenarios`` computes metrics and tables that only
one scenario has. ``results`` writes the results of a run.
"""
