"""Network namespaces and ports."""
