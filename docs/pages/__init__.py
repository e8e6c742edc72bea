"""The pages of docs/ that follow from the code: ``python -m docs.pages`` writes them."""
