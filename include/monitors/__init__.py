"""The load programs beside the brokers that make the messages of a producer without acknowledgements safe."""
