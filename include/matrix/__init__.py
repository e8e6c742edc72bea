"""From an experiment file to the cells that will run."""
