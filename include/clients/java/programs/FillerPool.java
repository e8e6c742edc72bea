package kerran;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;

/** The filler that follows a message's header: a slice of a pool, which {@code include.load.payload} makes. */
final class FillerPool {
    private static final int STEP = 1009;

    private static final Map<String, byte[]> POOLS = new HashMap<>();

    private final byte[] pool;
    private final int size;

    FillerPool(Job job) {
        pool = POOLS.computeIfAbsent(job.text("filler_file"), FillerPool::read);
        size = job.integer("message_bytes") - Message.HEADER_BYTES;
    }

    /** Returns a message with room for its header before the filler. */
    byte[] newMessage(int id) {
        byte[] value = new byte[Message.HEADER_BYTES + size];
        System.arraycopy(pool, placeOf(id), value, Message.HEADER_BYTES, size);
        return value;
    }

    /** Returns whether the filler of a message with this id follows the header. */
    boolean follows(byte[] value, int id) {
        int place = placeOf(id);
        return Arrays.equals(value, Message.HEADER_BYTES, value.length, pool, place, place + size);
    }

    private int placeOf(int id) {
        return (int) ((long) id * (size + STEP) % (pool.length - size));
    }

    private static byte[] read(String file) {
        try {
            return Files.readAllBytes(Path.of(file));
        } catch (IOException error) {
            throw new ProgramError("the pool of fillers could not be read: " + error.getMessage());
        }
    }
}
