"""The measurement of each family of metrics.

The module of a family has the name of the family, and a function ``measures``. The other modules contain
functions that several families need.
"""
