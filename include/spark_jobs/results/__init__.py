"""The results of a run: the files in ``results/``, and how they are made from measured cells."""
