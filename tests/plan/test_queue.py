from include.plan.load import load
from include.plan.plan import Plan
from include.plan.planning import make_plan
from tests.plan.conftest import FILES, Write

QUEUE = FILES["queue"]


def planned(path: str) -> Plan:
    return make_plan(load(path), "run")


def test_a_plan_without_kafka_needs_no_brokers(write: Write) -> None:
    assert list(planned(write("kafka, ", "", QUEUE)).clusters) == ["rabbitmq-server", "redis-server"]


def test_arms_share_the_queue_servers(write: Write) -> None:
    large = "{settings: {batch_messages: 1000}, brokers: {num.io.threads: 4}}"
    arms = f"arms:\n  small: {{}}\n  large: {large}\nrepetitions: 1"
    plan = planned(write("repetitions: 1", arms, QUEUE))
    assert list(plan.clusters) == ["small", "large", "rabbitmq-server", "redis-server"]
    clusters = {plan.cluster_of(cell) for cell in plan.cells if cell.arm == "large"}
    assert clusters == {"large", "rabbitmq-server", "redis-server"}


def test_a_factor_of_kafka_multiplies_cells_with_kafka_only(write: Write) -> None:
    factors = "factors:\n  semantics: [at-least-once, exactly-once]\n  transaction_ms: [10, 100]"
    plan = planned(write("factors:", factors, QUEUE.replace("messages: 500", "replication: 3")))
    assert [treatment.id for treatment in plan.treatments] == [
        "at-least-once.kafka",
        "redis-list",
        "rabbitmq",
        "exactly-once.tx10ms.kafka",
        "exactly-once.tx100ms.kafka",
    ]
