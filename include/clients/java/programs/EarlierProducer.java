package kerran;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The records of an earlier producer that a fault killed or suspended. This producer takes its place. */
final class EarlierProducer {
    final SentLog log;
    /** The number of transactions that it began. */
    final int transactions;
    /** The numbers of the transactions whose messages are not sent again. */
    private final Set<Integer> done = new HashSet<>();

    private static final Pattern NUMBER = Pattern.compile("\"number\": (\\d+)");

    EarlierProducer(Path cell, String program) {
        log = SentLog.open(cell.resolve("sent-" + program));
        Map<Integer, String> latest = new HashMap<>();
        try {
            Path journal = cell.resolve("transactions-" + program + ".jsonl");
            if (Files.exists(journal)) {
                for (String line : Files.readAllLines(journal)) {
                    Matcher number = NUMBER.matcher(line);
                    if (number.find()) latest.put(Integer.parseInt(number.group(1)), line);
                }
            }
        } catch (IOException error) {
            throw new ProgramError("the records of " + program + " could not be read: " + error.getMessage());
        }
        transactions = latest.size();
        latest.forEach((number, transaction) -> {
            boolean isAborted = transaction.contains("\"outcome\": \"" + Transaction.ABORTED + "\"");
            boolean isCommitCalled = !transaction.contains("\"commit_called_ns\": null");
            // An abort without a commit was the producer's own choice: its messages are not sent again.
            if (isCommitCalled != isAborted) done.add(number);
        });
    }

    /** Returns whether the rule that the successor's job names lets the successor leave out a message. */
    boolean isDone(int message, String resend) {
        return switch (resend) {
            case "not handed over" -> log.isAttempted(message);
            case "not acked" -> log.isAcked(message);
            default -> log.isAttempted(message) && done.contains(log.transactionOf(message));
        };
    }

    /** Returns when message 0 was due at a fixed rate; 0 if no message was handed over. */
    long scheduleBeganNs(double rate) {
        for (int message = 0; message < log.messages(); message++) {
            if (log.isAttempted(message)) return log.createdNs(message) - Schedule.offsetNs(message, rate);
        }
        return 0;
    }
}
