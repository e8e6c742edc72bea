"""Copy messages with Spark Structured Streaming, in micro-batches."""

import os

from pyspark.sql import SparkSession

spark = (
    SparkSession.builder.appName("copy")
    .master("local[1]")
    .config("spark.jars", os.environ["SPARK_JARS"])
    .config("spark.driver.memory", "512m")
    .config("spark.ui.enabled", "false")
    .getOrCreate()
)
messages = (
    spark.readStream.format("kafka")
    .option("kafka.bootstrap.servers", os.environ["BOOTSTRAP_SERVERS"])
    .option("subscribe", os.environ["INPUT_TOPIC"])
    .option("startingOffsets", "earliest")
    .option("includeHeaders", "true")
    .load()
)
query = (
    messages.select("key", "value", "headers")
    .writeStream.format("kafka")
    .option("kafka.bootstrap.servers", os.environ["BOOTSTRAP_SERVERS"])
    .option("topic", os.environ["OUTPUT_TOPIC"])
    .option("checkpointLocation", os.environ["STATE_FOLDER"] + "/checkpoint")
    .start()
)
query.awaitTermination()
