"""Change the rules at random, one place at a time, and count how many changes their own tests notice."""
