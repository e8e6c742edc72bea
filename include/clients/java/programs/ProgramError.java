package kerran;

/** An error of a load program. The message is a sentence for the user. */
final class ProgramError extends RuntimeException {
    private static final long serialVersionUID = 1;

    ProgramError(String message) {
        super(message);
    }
}
