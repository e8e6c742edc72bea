"""A user's own client settings: read from files, what they promise, and the experiment that judges them."""
