"""The effect of the judged settings, which depends on the client. Each client has a module."""
