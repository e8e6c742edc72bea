"""The sections of a report: each is a module or a folder with the constant ``RECORD``."""
