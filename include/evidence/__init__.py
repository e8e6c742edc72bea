"""A run as one file, which others can check and measure again."""
