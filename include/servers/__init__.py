"""Queue servers with which Kafka is compared, as processes of this machine.

A cell uses such a server as its cluster.
"""
