package kerran;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads and writes the JSON of job files, journals and events. */
final class Json {
    private final String text;
    private int at;

    private Json(String text) {
        this.text = text;
    }

    /**
     * Returns a text as maps, lists, strings, booleans and null. A number is a {@link Number}, which keeps all of its
     * digits: integers reach 2^64.
     */
    static Object parse(String text) {
        Json json = new Json(text);
        Object value = json.value();
        json.skipSpace();
        if (json.at < text.length()) throw json.wrong("the end");
        return value;
    }

    @SuppressWarnings("unchecked")
    static Map<String, Object> parseObject(String text) {
        return (Map<String, Object>) parse(text);
    }

    /** Returns maps, collections, numbers, booleans, null and texts as JSON. */
    static String write(Object value) {
        StringBuilder out = new StringBuilder();
        append(out, value);
        return out.toString();
    }

    private static void append(StringBuilder out, Object value) {
        if (value instanceof Map<?, ?> map) {
            String separator = "{";
            for (Map.Entry<?, ?> entry : map.entrySet()) {
                out.append(separator);
                quote(out, entry.getKey().toString());
                out.append(": ");
                append(out, entry.getValue());
                separator = ", ";
            }
            out.append(map.isEmpty() ? "{}" : "}");
        } else if (value instanceof Iterable<?> list) {
            out.append('[');
            String separator = "";
            for (Object one : list) {
                out.append(separator);
                append(out, one);
                separator = ", ";
            }
            out.append(']');
        } else if (value == null || value instanceof java.lang.Number || value instanceof Boolean) {
            out.append(value);
        } else {
            quote(out, value.toString());
        }
    }

    private static void quote(StringBuilder out, String value) {
        out.append('"');
        for (char c : value.toCharArray()) {
            if (c == '"' || c == '\\') out.append('\\').append(c);
            else if (c < ' ') out.append(String.format("\\u%04x", (int) c));
            else out.append(c);
        }
        out.append('"');
    }

    private Object value() {
        skipSpace();
        char c = peek();
        if (c == '{') return object();
        if (c == '[') return list();
        if (c == '"') return string();
        String word = word();
        return switch (word) {
            case "true" -> true;
            case "false" -> false;
            case "null" -> null;
            default -> new Number(word);
        };
    }

    private Map<String, Object> object() {
        Map<String, Object> found = new LinkedHashMap<>();
        at++;
        while (!ends('}')) {
            String key = string();
            skipSpace();
            expect(':');
            found.put(key, value());
        }
        return found;
    }

    private List<Object> list() {
        List<Object> found = new ArrayList<>();
        at++;
        while (!ends(']')) found.add(value());
        return found;
    }

    /** Returns whether an object or a list ends here; otherwise skips the comma before its next element. */
    private boolean ends(char end) {
        skipSpace();
        if (peek() == ',') {
            at++;
            skipSpace();
        }
        if (peek() != end) return false;
        at++;
        return true;
    }

    private String string() {
        expect('"');
        StringBuilder found = new StringBuilder();
        for (char c = next(); c != '"'; c = next()) found.append(c == '\\' ? escaped() : c);
        return found.toString();
    }

    private char escaped() {
        char c = next();
        switch (c) {
            case 'n': return '\n';
            case 't': return '\t';
            case 'r': return '\r';
            case 'b': return '\b';
            case 'f': return '\f';
            case 'u':
                at += 4;
                return (char) Integer.parseInt(text.substring(at - 4, at), 16);
            default: return c;
        }
    }

    private String word() {
        int start = at;
        while (at < text.length() && ",]} \n\r\t".indexOf(text.charAt(at)) < 0) at++;
        return text.substring(start, at);
    }

    private void skipSpace() {
        while (at < text.length() && text.charAt(at) <= ' ') at++;
    }

    private void expect(char wanted) {
        if (next() != wanted) throw wrong("'" + wanted + "'");
    }

    private char peek() {
        if (at >= text.length()) throw wrong("more text");
        return text.charAt(at);
    }

    private char next() {
        char c = peek();
        at++;
        return c;
    }

    private IllegalArgumentException wrong(String wanted) {
        return new IllegalArgumentException("no JSON: " + wanted + " is missing at character " + at);
    }

    /** A number with all of its digits. */
    record Number(String digits) {
        /** Checks that this is a number. */
        Number {
            Double.parseDouble(digits);
        }

        /** Returns a signed integer, or an unsigned one of 64 bits. */
        long asLong() {
            return digits.startsWith("-") ? Long.parseLong(digits) : Long.parseUnsignedLong(digits);
        }

        double asDouble() {
            return Double.parseDouble(digits);
        }
    }
}
