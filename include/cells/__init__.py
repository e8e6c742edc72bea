"""Run one cell: create the topics, start the load programs, inject faults, drain, and seal the raw log."""
