"""The error for mistakes of a user."""


class HistoryError(Exception):
    """These runs cannot be shown or compared. The message says why, and what the user can do."""
