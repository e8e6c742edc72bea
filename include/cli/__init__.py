"""The command ``kerran``: its options, what it does, and what it prints."""
