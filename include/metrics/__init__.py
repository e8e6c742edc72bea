"""Every metric: name, unit and definition. Pure: nothing here measures anything."""
