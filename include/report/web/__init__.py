"""The pages about runs inside Airflow: lists of runs, histories and comparisons, and the files of a run."""
