"""Load programs that send."""
