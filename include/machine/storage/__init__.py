"""The storage of runs: a local folder, or an object store that several machines share."""
