"""The faults that Kerran injects. Each has a file with its record, its begin and its end."""
