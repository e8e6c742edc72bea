"""What the project promises to be fast at, measured beside its peers."""
