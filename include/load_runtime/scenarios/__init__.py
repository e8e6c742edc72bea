"""Code that the load programs of a single scenario share, one folder per scenario."""
