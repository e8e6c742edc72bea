"""The error for what a user can get wrong."""


class HistoryError(Exception):
    """These runs cannot be shown or compared. The message says why, and what would be right."""
