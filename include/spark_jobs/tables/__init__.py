"""The tables of the results with rows of cells: a file for each table makes its rows from a raw log."""
