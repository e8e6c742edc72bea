"""Files of the raw log that only the cells of one scenario have; ``FILES`` are their schemas, by name."""
