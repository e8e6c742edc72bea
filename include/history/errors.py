"""What a user may get wrong."""


class HistoryError(Exception):
    """There is nothing to tell from these runs; the message says why, and what would be right."""
