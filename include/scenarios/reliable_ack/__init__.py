"""The scenario *reliable ack*."""
