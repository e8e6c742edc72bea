"""The contract between the cells and whoever reads what they left behind."""
