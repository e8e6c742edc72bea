"""What a report says of batches: how many messages a request carries, and what that does to rates."""
