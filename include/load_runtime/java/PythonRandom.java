package kerran;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * The random numbers of Python's {@code random.Random} with an integer seed, so that all load programs have the same
 * filler.
 *
 * <p>Source: Matsumoto, Nishimura: Mersenne Twister, 1998 (mt19937ar.c, init_by_array and genrand_int32).
 */
final class PythonRandom {
    private static final int SIZE = 624;
    private static final int DISTANCE = 397;

    private final int[] state = new int[SIZE];
    private int used = SIZE;

    /** Begins with an unsigned seed of at most 64 bits, which is an array of one or two integers. */
    PythonRandom(long seed) {
        int[] key = seed >>> 32 == 0 ? new int[] {(int) seed} : new int[] {(int) seed, (int) (seed >>> 32)};
        state[0] = 19650218;
        for (int i = 1; i < SIZE; i++) state[i] = 1812433253 * mixed(i) + i;
        int i = 1;
        for (int k = 0; k < SIZE; k++) {
            state[i] = (state[i] ^ mixed(i) * 1664525) + key[k % key.length] + k % key.length;
            i = next(i);
        }
        for (int k = 1; k < SIZE; k++) {
            state[i] = (state[i] ^ mixed(i) * 1566083941) - i;
            i = next(i);
        }
        state[0] = 0x80000000;
    }

    byte[] bytes(int count) {
        ByteBuffer found = ByteBuffer.allocate(count).order(ByteOrder.LITTLE_ENDIAN);
        while (found.hasRemaining()) found.putInt(integer());
        return found.array();
    }

    /** Returns a number from 0 to below 1. */
    double fraction() {
        long high = (integer() >>> 5) & 0xFFFFFFFFL;
        long low = (integer() >>> 6) & 0xFFFFFFFFL;
        return (high * 67108864.0 + low) / 9007199254740992.0;
    }

    private int integer() {
        if (used == SIZE) generate();
        int y = state[used++];
        y ^= y >>> 11;
        y ^= (y << 7) & 0x9d2c5680;
        y ^= (y << 15) & 0xefc60000;
        return y ^ (y >>> 18);
    }

    private void generate() {
        for (int i = 0; i < SIZE; i++) {
            int y = (state[i] & 0x80000000) | (state[(i + 1) % SIZE] & 0x7fffffff);
            state[i] = state[(i + DISTANCE) % SIZE] ^ (y >>> 1) ^ ((y & 1) * 0x9908b0df);
        }
        used = 0;
    }

    private int mixed(int i) {
        return state[i - 1] ^ (state[i - 1] >>> 30);
    }

    /** Returns the next place; the first place follows the last one with the value of the last one. */
    private int next(int i) {
        if (i + 1 < SIZE) return i + 1;
        state[0] = state[SIZE - 1];
        return 1;
    }
}
