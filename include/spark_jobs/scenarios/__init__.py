"""What is measured in one scenario only."""
