"""The command ``kerran``: its options, its actions and its output."""
