"""Ready-made applications: one folder each."""
