"""Whether Spark's master is up and, on a worker, whether that worker is registered with it.

spark_is_ready.py [worker]
"""

import json
import socket
import sys
from urllib.request import urlopen

MASTER = "http://spark-master:8080/json/"
TIMEOUT = 10

with urlopen(MASTER, timeout=TIMEOUT) as answer:
    master = json.load(answer)
alive = {worker["host"] for worker in master["workers"] if worker["state"] == "ALIVE"}
myself = socket.gethostbyname(socket.gethostname())
sys.exit(master["status"] != "ALIVE" or (sys.argv[1:] == ["worker"] and myself not in alive))
