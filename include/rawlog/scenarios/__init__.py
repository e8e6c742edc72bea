"""The columns of raw log files that only one scenario has, in a TOML file for each such scenario."""
