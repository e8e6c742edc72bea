"""Queue servers with which Kafka is compared, as processes of this machine.

For a cell, a server is its cluster.
"""
