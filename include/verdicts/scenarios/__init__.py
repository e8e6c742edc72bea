"""Rules for the measurements of one scenario only."""
