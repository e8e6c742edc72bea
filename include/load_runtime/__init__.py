"""What every load program shares: its job file, its events, the message it carries."""
