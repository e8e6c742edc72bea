"""What measures each family of metrics: a module with the name of the family, and a function ``measures``.

The other modules here read the raw log of a cell for them.
"""
