"""The tables whose rows come from single cells. Each table has a module, which makes its rows."""
