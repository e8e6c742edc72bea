"""The program with franz-go 1.21.3."""
