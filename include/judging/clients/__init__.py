"""The effect of judged settings in each client, in a module for each client."""
