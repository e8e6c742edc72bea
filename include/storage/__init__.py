"""Where runs are kept: a local folder, or an object store that several machines share."""
