"""What a power cut leaves of the files of brokers that are processes of this machine."""
