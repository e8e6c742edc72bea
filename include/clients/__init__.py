"""The clients: of each, its settings, what it makes of a user's settings, and how its load programs start."""
