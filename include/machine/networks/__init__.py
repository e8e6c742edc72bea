"""Network namespaces, rules that break networks, and free ports."""
