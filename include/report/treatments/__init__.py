"""How a report names treatments, and what it shows of them: metrics, pairs, tables, charts."""
