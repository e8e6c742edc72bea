"""Files of the raw log that only the cells of one scenario may have: their columns, in a TOML file."""
