"""The clients: the libraries that talk to Kafka, and the load programs that use them."""
