"""Whether this container's Celery worker answers.

Airflow's own check starts all of Airflow each time, which would load the machine that is measured.
"""

import os
import socket
import sys

from celery import Celery

TIMEOUT = 10

workers = Celery(broker=os.environ["AIRFLOW__CELERY__BROKER_URL"]).control
sys.exit(not workers.ping([f"celery@{socket.gethostname()}"], timeout=TIMEOUT))
