"""The measurement of each family of metrics.

A module with the name of the family has a function ``measures``. The other modules read the raw log of a cell
for these functions.
"""
