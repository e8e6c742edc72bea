"""Charts, tables, blocks and pages, which know nothing of experiments."""
