package kerran;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32;

/** The layout of a message's header, as in {@code include.load.message}: little-endian, 28 bytes. */
final class Message {
    static final int HEADER_BYTES = 28;

    /** The part of the header that the checksum covers: id, number of the cell, and time of creation. */
    private static final int CHECKED_BYTES = 24;

    private static final int CELL_AT = 8;
    private static final int CREATED_AT = 16;

    private Message() {}

    /** Writes the header to the beginning of a message that is about to be sent. */
    static void writeHeader(byte[] value, long id, long cell, long createdNs) {
        ByteBuffer header = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        header.putLong(0, id).putLong(CELL_AT, cell).putLong(CREATED_AT, createdNs);
        header.putInt(CHECKED_BYTES, checksum(value));
    }

    /** Returns the id in the header of a received message of a cell; negative if the message is not of that cell. */
    static long idOf(byte[] value, long cell) {
        if (value.length < HEADER_BYTES) return -1;
        ByteBuffer header = ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN);
        return header.getLong(CELL_AT) == cell ? header.getLong(0) : -1;
    }

    /** Returns whether the header of a received message matches its checksum. */
    static boolean isHeaderIntact(byte[] value) {
        return ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN).getInt(CHECKED_BYTES) == checksum(value);
    }

    private static int checksum(byte[] value) {
        CRC32 crc = new CRC32();
        crc.update(value, 0, CHECKED_BYTES);
        return (int) crc.getValue();
    }
}
