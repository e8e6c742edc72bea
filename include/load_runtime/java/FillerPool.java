package kerran;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The filler that follows a message's header: a slice of one pool, as in {@code include.load_runtime.payload}. */
final class FillerPool {
    private static final int POOL_BYTES = 4 * 1024 * 1024;
    private static final int STEP = 1009;

    private static final String[] WORDS = {
        "order", "invoice", "payment", "customer", "address", "street", "city", "country", "amount",
        "currency", "status", "shipped", "pending", "returned", "product", "category", "quantity", "price",
        "discount", "warehouse", "carrier", "delivery", "account", "session"
    };

    private static final Map<List<Object>, byte[]> POOLS = new HashMap<>();

    private final byte[] pool;
    private final int size;

    FillerPool(Job job) {
        String filler = job.text("filler");
        long seed = job.number("filler_seed");
        pool = POOLS.computeIfAbsent(List.of(filler, seed), key -> newPool(filler, new PythonRandom(seed)));
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

    private static byte[] newPool(String filler, PythonRandom random) {
        return filler.equals("text") ? text(random) : random.bytes(POOL_BYTES);
    }

    private static byte[] text(PythonRandom random) {
        StringBuilder text = new StringBuilder(POOL_BYTES + POOL_BYTES / 2);
        for (int word = 0; word < POOL_BYTES / 6; word++) {
            if (word > 0) text.append(' ');
            text.append(WORDS[(int) (random.fraction() * WORDS.length)]);
        }
        return text.substring(0, POOL_BYTES).getBytes(java.nio.charset.StandardCharsets.US_ASCII);
    }
}
