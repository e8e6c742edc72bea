"""The rules by which a cell is invalid: each returns the reason as a clause, or None."""
