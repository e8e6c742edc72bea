"""The faults that Kerran injects. A fault's file has its record, its begin and its end."""
