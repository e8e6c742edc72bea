"""Code that the load programs of a single scenario share: a module or a folder for each scenario."""
