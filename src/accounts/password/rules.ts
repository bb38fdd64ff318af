/** Without a second factor only length helps; composition rules do not (NIST SP 800-63B 3.1.1.2). */
export const SHORTEST_PASSWORD = 12;

/** A bound for the hash's input, far above what people type. */
export const LONGEST_PASSWORD = 1024;
