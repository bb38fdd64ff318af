/** Without a second factor length protects a password; composition rules do not (NIST SP 800-63B 3.1.1.2). */
export const SHORTEST_PASSWORD = 12;

/** Bounds the input of the hash; far longer than real passwords. */
export const LONGEST_PASSWORD = 1024;
