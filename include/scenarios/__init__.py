"""What happens in a cell; one file a scenario, which owns the settings that factors may set."""
