"""Queue servers that Kafka is compared with, as processes of this machine; a cell sees one as its cluster."""
