package kerran;

/**
 * When a transaction ends, by its age or by its number of messages, and which transactions the application aborts.
 *
 * <p>The share of aborted transactions, in percent, is spread evenly over their numbers. {@code givesUp} says whether the
 * application gives the producer up if a transaction does not end in time ({@code max.block.ms}), or tries again.
 */
record TransactionRule(long ageNs, int messages, int abortPercent, boolean givesUp) {
    /** The rule of a program that itself decides when each transaction ends. */
    static final TransactionRule NONE = new TransactionRule(Long.MAX_VALUE, Integer.MAX_VALUE, 0, false);

    private static final long NS_PER_MS = 1_000_000;

    /** Returns the rule of a producer's job, or null if it has no transactions. */
    static TransactionRule of(Job job) {
        boolean endsByNumber = job.has("transaction_messages");
        if (!endsByNumber && !job.has("transaction_ms")) return null;
        return new TransactionRule(
                endsByNumber ? Long.MAX_VALUE : job.number("transaction_ms") * NS_PER_MS,
                endsByNumber ? job.integer("transaction_messages") : Integer.MAX_VALUE,
                job.integer("abort_percent", 0),
                job.has("end_timeout_ms"));
    }

    /** Returns whether the application aborts the transaction with this number. */
    boolean aborts(int number) {
        return (number + 1L) * abortPercent / 100 > (long) number * abortPercent / 100;
    }
}
