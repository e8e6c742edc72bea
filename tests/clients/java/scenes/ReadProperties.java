package kerran;

import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;
import java.util.TreeMap;

/**
 * Prints what {@link Properties} reads of each file {@code 0}, {@code 1}, … of a folder: one line a file, with the keys
 * and values as the hexadecimal digits of their UTF-16, or {@code refused}.
 *
 * <p>The arguments are the folder and the number of files.
 */
final class ReadProperties {
    public static void main(String[] arguments) throws Exception {
        StringBuilder printed = new StringBuilder();
        for (int number = 0; number < Integer.parseInt(arguments[1]); number++) {
            printed.append(read(Path.of(arguments[0], String.valueOf(number)))).append('\n');
        }
        System.out.print(printed);
    }

    private static String read(Path file) throws Exception {
        Properties properties = new Properties();
        try (InputStream stream = Files.newInputStream(file)) {
            properties.load(stream);
        } catch (IllegalArgumentException malformed) {
            return "refused";
        }
        TreeMap<String, String> texts = new TreeMap<>();
        properties.forEach((key, value) -> texts.put(digits(key), digits(value)));
        return texts.toString();
    }

    private static String digits(Object text) {
        StringBuilder digits = new StringBuilder();
        ((String) text).chars().forEach(unit -> digits.append(String.format("%04x", unit)));
        return digits.toString();
    }
}
