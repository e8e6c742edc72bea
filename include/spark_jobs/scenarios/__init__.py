"""What is measured only in the cells of one scenario: a folder or module with the name of the scenario.

A module has a function ``measures``, which gives the scenario's metrics, and the scenario's own tables in
``TABLES``, by the names of their files in ``results/``.
"""
