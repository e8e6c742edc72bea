"""Tests that look at reports and at Airflow's pages with a browser."""
