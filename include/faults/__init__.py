"""The faults that Kerran injects.

The module of a fault contains its record, with the functions that begin and end the fault.
"""
