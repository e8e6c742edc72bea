"""Every metric: name, unit and definition."""
