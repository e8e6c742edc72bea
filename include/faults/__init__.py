"""The faults that Kerran injects.

The module of a fault contains its record, with the function that injects the failure and ends it.
"""
