"""Pure functions that judge measurements: validity of cells, guarantees, and comparisons of arms."""
