"""What each task of a sweep does, without Airflow. A file a task, so that none imports what another needs."""
