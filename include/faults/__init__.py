"""The faults that Kerran injects: one file for each, with its record, how it begins, and how it ends."""
