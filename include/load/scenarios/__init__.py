"""Code that the load programs of a single scenario share. Each scenario has a module or a folder."""
