"""Run one cell: reset, start, wait until ready, drain, seal."""
