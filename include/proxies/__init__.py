"""The proxy between clients and brokers, which strikes requests and logs them, as an experiment says."""
