"""Charts, tables and pages. Knows no experiment."""
