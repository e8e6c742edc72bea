"""The tables of the results with rows of cells. A module for each table makes its rows from a raw log."""
