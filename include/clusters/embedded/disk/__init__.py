"""The disks of brokers that are processes of this machine: power cuts, full disks and slow ones."""
