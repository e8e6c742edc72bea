"""How a report names and groups treatments, their metrics, and their comparison in pairs of cells."""
