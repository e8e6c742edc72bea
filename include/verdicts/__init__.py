"""Pure rules over a measurement."""
