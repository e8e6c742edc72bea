"""The settings of a cell, in a module for each group of settings, and the traits that follow from them."""
