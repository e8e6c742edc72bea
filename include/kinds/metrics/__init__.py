"""The name, unit and definition of every metric. Other packages measure the metrics."""
