"""Files of the raw log that only the cells of one scenario have."""
