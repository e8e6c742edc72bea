"""Pack a run into one file that others can check and measure again."""
