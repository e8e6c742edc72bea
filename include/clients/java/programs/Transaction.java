package kerran;

import java.util.LinkedHashMap;
import java.util.Map;

/** A transaction as its producer saw it. A time is in ns, and null if its event has not happened. */
final class Transaction {
    static final String COMMITTED = "committed";
    static final String ABORTED = "aborted";
    static final String UNKNOWN = "unknown";

    final int number;
    final long begunNs;
    /** The position of its first message among all messages that the producer is to send. */
    final int first;
    int messages;
    Long commitCalledNs;
    Long endedNs;
    String outcome = UNKNOWN;

    Transaction(int number, long begunNs, int first) {
        this.number = number;
        this.begunNs = begunNs;
        this.first = first;
    }

    /** Returns the transaction as a line of the journal that {@code include.producers.transactions} reads. */
    String toJson() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("number", number);
        fields.put("begun_ns", begunNs);
        fields.put("first", first);
        fields.put("messages", messages);
        fields.put("commit_called_ns", commitCalledNs);
        fields.put("ended_ns", endedNs);
        fields.put("outcome", outcome);
        return Json.write(fields);
    }

    boolean isAborted() {
        return outcome.equals(ABORTED);
    }
}
