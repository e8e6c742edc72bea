"""Whether a component of Airflow is healthy, by what it last told the database: the API server knows.

component_is_healthy.py scheduler

Airflow's own check starts all of Airflow each time, which would load the machine that is measured.
"""

import json
import sys
from urllib.request import urlopen

HEALTH = "http://api-server:8080/api/v2/monitor/health"
TIMEOUT = 10

with urlopen(HEALTH, timeout=TIMEOUT) as answer:
    health = json.load(answer)
sys.exit(health[sys.argv[1]]["status"] != "healthy")
