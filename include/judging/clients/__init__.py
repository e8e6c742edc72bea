"""The effect of judged settings in each client. Each client has a module."""
