"""The proxy between clients and brokers, which strikes requests as an experiment says."""
