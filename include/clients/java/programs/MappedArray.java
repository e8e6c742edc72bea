package kerran;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/**
 * An array of signed integers in a memory-mapped file, which outlives the process that writes it.
 *
 * <p>The files are those of {@code include.load.mmap_array}: elements in this machine's byte order, and each
 * of them {@link #UNSET} until it is written.
 */
final class MappedArray {
    static final int UNSET = -1;

    private static final int STEP_BYTES = 1 << 20;

    private final ByteBuffer bytes;
    private final int width;

    /** Opens a file whose elements have a width of 1, 4 or 8 bytes. */
    private MappedArray(Path file, int width, StandardOpenOption... options) {
        this.width = width;
        try (FileChannel channel = FileChannel.open(file, options)) {
            bytes = channel.map(FileChannel.MapMode.READ_WRITE, 0, channel.size()).order(ByteOrder.nativeOrder());
        } catch (IOException error) {
            throw new ProgramError("the records could not be opened: " + error.getMessage());
        }
    }

    static MappedArray create(Path file, int width, int length) {
        byte[] unset = new byte[STEP_BYTES];
        Arrays.fill(unset, (byte) UNSET);
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE)) {
            for (long left = (long) width * length; left > 0; left -= STEP_BYTES) {
                channel.write(ByteBuffer.wrap(unset, 0, (int) Math.min(left, STEP_BYTES)));
            }
        } catch (IOException error) {
            throw new ProgramError("the records could not be created: " + error.getMessage());
        }
        return open(file, width);
    }

    /** Opens the array that another process has written to a file, or is still writing. */
    static MappedArray open(Path file, int width) {
        return new MappedArray(file, width, StandardOpenOption.READ, StandardOpenOption.WRITE);
    }

    int length() {
        return bytes.capacity() / width;
    }

    int width() {
        return width;
    }

    long get(int index) {
        return switch (width) {
            case Long.BYTES -> bytes.getLong(index * Long.BYTES);
            case Integer.BYTES -> bytes.getInt(index * Integer.BYTES);
            default -> bytes.get(index);
        };
    }

    void put(int index, long value) {
        switch (width) {
            case Long.BYTES -> bytes.putLong(index * Long.BYTES, value);
            case Integer.BYTES -> bytes.putInt(index * Integer.BYTES, (int) value);
            default -> bytes.put(index, (byte) value);
        }
    }
}
