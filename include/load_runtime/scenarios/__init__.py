"""Code that only the load programs of one scenario share. Each scenario has a module or a folder."""
