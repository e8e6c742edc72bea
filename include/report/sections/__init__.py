"""The sections of a report, one folder for each family."""
