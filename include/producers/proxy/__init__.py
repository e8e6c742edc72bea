"""The proxy between clients and brokers, which strikes and logs requests as an experiment requires."""
