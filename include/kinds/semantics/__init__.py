"""The delivery semantics, with their promises and the client settings that fulfil these promises."""
