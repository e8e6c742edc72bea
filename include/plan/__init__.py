"""The way from an experiment's file to a plan: load, check, combine levels, and order the cells."""
