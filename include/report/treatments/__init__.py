"""Treatments in a report: their names, groups and metrics, and their comparison in pairs of cells."""
