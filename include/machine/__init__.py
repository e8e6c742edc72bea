"""What lies below the experiments: folders, errors, storage, processes, networks, containers and releases."""
