"""Whether this container's Celery worker takes tasks: it has then bound its queue of commands.

Celery's own check starts all of Airflow each time, which would load the machine that is measured.
"""

import os
import socket
import sys

from redis import Redis

COMMANDS = "_kombu.binding.celery.pidbox"
"""The set in which Celery's library for messages keeps the queues of commands to workers."""

with Redis.from_url(os.environ["AIRFLOW__CELERY__BROKER_URL"], socket_timeout=10) as broker:
    worker = f"celery@{socket.gethostname()}.".encode()
    sys.exit(not any(worker in binding for binding in broker.smembers(COMMANDS)))
