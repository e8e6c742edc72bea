"""The commands of the clients' load programs, in a module for each client."""
