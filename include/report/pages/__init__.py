"""Charts, tables, blocks and pages. They do not depend on experiments."""
