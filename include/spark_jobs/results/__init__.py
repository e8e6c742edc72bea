"""The results of a run: from measured cells to the files in ``results/``."""
