"""A Go program with franz-go."""
