"""The formats of files with client settings, one in each module."""
