"""What is particular to one scenario while its cells run."""
