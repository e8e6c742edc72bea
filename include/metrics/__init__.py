"""Every metric: name, unit and definition. Nothing in this package measures anything."""
