"""The columns of the raw log files that exist only in one scenario. Each such scenario has a TOML file."""
