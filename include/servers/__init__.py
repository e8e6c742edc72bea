"""Queue servers with which Kafka is compared, as processes of this machine.

A cell uses a queue server as its cluster.
"""
