"""Charts, tables, blocks and pages, which do not depend on experiments."""
