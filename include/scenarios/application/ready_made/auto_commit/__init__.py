"""Python, commits automatically and sends asynchronously."""
