"""The CPU time that the brokers used, and how busy the machine was."""

from include.metrics.metric import Better, Metric, MetricFamily

RECORD = MetricFamily(
    "brokers",
    (
        Metric(
            "broker_cpu_time",
            "µs/message",
            "CPU time of all brokers without their just-in-time compilers, divided by the sends of the "
            "producers, repeated sends included. In a cell with a lead-in and without a backlog, CPU time "
            "and sends are of the time from the end of the lead-in until the last message was sent; "
            "otherwise they are of the whole cell. A compiler that ended meanwhile counts as the brokers' "
            "own work (brokers that Kerran starts keep their compilers). A broker that a fault ended or "
            "restarted is left out. Empty where the brokers' processes are not visible.",
            better=Better.LOWER,
        ),
        Metric(
            "broker_compiler_time",
            "µs/message",
            "CPU time of the just-in-time compilers of all brokers, in the same time and divided by the same "
            "sends.",
        ),
        Metric(
            "cores_busy",
            "share",
            "Used CPU time of the machine, with the time that the hypervisor took, as a share of the time "
            "of all cores. It is measured from the end of the lead-in until the last message was sent. "
            "Empty without a lead-in, with a backlog, or without brokers on this host.",
        ),
    ),
)
