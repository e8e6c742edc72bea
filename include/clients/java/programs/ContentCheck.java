package kerran;

/** Checks every byte of a received message against what the producer sent, and counts what was received. */
final class ContentCheck {
    static final long NEVER_SENT = -1;

    private final long cell;
    private final FillerPool fillers;
    private final boolean[] seen;
    private long received;
    private long different;
    private long corrupted;
    private long foreign;

    ContentCheck(Job job) {
        cell = job.number("cell");
        fillers = new FillerPool(job);
        seen = new boolean[job.integer("messages")];
    }

    /**
     * Returns whether every byte of a message is as it was sent.
     *
     * @param id The id in its header; {@link #NEVER_SENT} if the message is not of the cell.
     */
    boolean isIntact(byte[] value, long id) {
        return id != NEVER_SENT && Message.isHeaderIntact(value) && fillers.follows(value, (int) id);
    }

    /** Returns the id in a message's header; {@link #NEVER_SENT} if the message is not of the cell. */
    long idOf(byte[] value) {
        long id = value == null ? NEVER_SENT : Message.idOf(value, cell);
        return id >= 0 && id < seen.length ? id : NEVER_SENT;
    }

    /** Counts a message. */
    void count(long id, boolean isIntact) {
        if (id == NEVER_SENT) {
            foreign++;
        } else if (!isIntact) {
            corrupted++;
        } else {
            received++;
            if (!seen[(int) id]) different++;
            seen[(int) id] = true;
        }
    }

    /** Returns how often messages of the cell were received, repeated deliveries included. */
    long received() {
        return received;
    }

    /** Returns how often any message was received, whatever its content. */
    long deliveries() {
        return received + corrupted + foreign;
    }

    /** Returns how many messages were received at least once. */
    long different() {
        return different;
    }

    long corrupted() {
        return corrupted;
    }

    /** Returns how many messages were received that are not of the cell. */
    long foreign() {
        return foreign;
    }
}
