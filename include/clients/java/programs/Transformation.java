package kerran;

/** The transformation that a copier applies to a message, as in {@code include.load.message}. */
final class Transformation {
    private Transformation() {}

    /** Returns a message with the same header, and every bit of its filler inverted. */
    static byte[] of(byte[] value) {
        byte[] transformed = value.clone();
        for (int at = Message.HEADER_BYTES; at < value.length; at++) transformed[at] = (byte) ~value[at];
        return transformed;
    }
}
