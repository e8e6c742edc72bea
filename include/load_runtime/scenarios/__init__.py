"""What the load programs of one scenario share."""
