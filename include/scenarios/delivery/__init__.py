"""Producer to topic to consumer: the published experiment."""
