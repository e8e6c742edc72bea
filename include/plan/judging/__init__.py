"""A user's own client settings: their files, their promises, and the experiment that judges them."""
