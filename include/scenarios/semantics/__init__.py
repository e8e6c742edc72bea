"""The delivery semantics: for each, what it promises, and the client settings that make the promise."""
