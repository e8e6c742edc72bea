"""The delivery semantics: what each promises, and the client settings behind it."""
