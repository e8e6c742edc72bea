"""Pure rules over a measurement: validity of a cell, guarantees, comparison of two arms."""
