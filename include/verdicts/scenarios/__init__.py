"""Rules over what is measured in one scenario only."""
