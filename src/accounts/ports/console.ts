/** operators: on the admin listener. mediation: on the listener of the panels. */
export const CONSOLES = ['operators', 'mediation'] as const;
export type ConsoleName = (typeof CONSOLES)[number];

/** One browser that is signed in to one console. All times are milliseconds since the Unix epoch. */
export interface ConsoleSession {
  /** Identifies the session to people and in the audit log; it gives no access. */
  readonly sessionId: string;
  /** SHA-256 of the value of the cookie, which changes with each proof of the password. */
  readonly tokenHash: string;
  readonly console: ConsoleName;
  /** `operator` for the holder of the admin token. */
  readonly userId: string;
  readonly userAgent: string;
  readonly address: string;
  readonly signedInAt: number;
  /** When the password was proven last. */
  readonly authenticatedAt: number;
  readonly lastUsedAt: number;
}

/** A code in the address of a console, which works once. */
export interface ConsoleCode {
  readonly codeId: string;
  /** SHA-256 of the code. */
  readonly codeHash: string;
  readonly console: ConsoleName;
  readonly userId: string;
  readonly expiresAt: number;
  /** Absent: it starts a session in place of a password. With an invitation, its holder chooses the password. */
  readonly purpose?: 'invitation';
}

/** When a user was there last, and by what the user can sign in. Times are milliseconds since the Unix epoch. */
export interface SignInState {
  /** Of a session that has not ended. */
  readonly lastUsedAt?: number;
  readonly passkeys: number;
  /** Until when an invitation can be accepted. */
  readonly invitedUntil?: number;
}

export interface ConsoleReader {
  consoleSession(tokenHash: string): Promise<ConsoleSession | undefined>;
  consoleSessionById(sessionId: string): Promise<ConsoleSession | undefined>;
  /** When the user signed in to a console last, in milliseconds; sessions that have ended count too. */
  lastConsoleSignIn(userId: string): Promise<number | undefined>;
  /**
   * When each of these users did something last that is in the audit log, such as any sign-in, or used a session that has
   * ended, in milliseconds.
   */
  lastActs(userIds: readonly string[]): Promise<ReadonlyMap<string, number>>;
  /** The code with this hash, which stays. */
  consoleCode(codeHash: string): Promise<ConsoleCode | undefined>;
  /** Reads few rows, because every user has few of them. */
  signInState(userId: string): Promise<SignInState>;
  /** On both consoles, the last used first. */
  consoleSessionsOf(userId: string): Promise<readonly ConsoleSession[]>;
}

/** Sessions and codes that ended before these times are deleted. */
export interface ConsolePurge {
  readonly signedInUntil: number;
  readonly usedUntil: number;
  readonly codesUntil: number;
  readonly limit: number;
}

export interface ConsoleWriter extends ConsoleReader {
  insertConsoleSession(session: ConsoleSession): Promise<void>;
  /** False if the session has ended, or if its cookie has changed since. */
  renewConsoleSession(
    session: ConsoleSession,
    change: Partial<Pick<ConsoleSession, 'tokenHash' | 'authenticatedAt' | 'lastUsedAt'>>,
  ): Promise<boolean>;
  /** False if the session had already ended. */
  deleteConsoleSession(sessionId: string): Promise<boolean>;

  insertConsoleCode(code: ConsoleCode): Promise<void>;
  /** Reads and deletes the code. Of several concurrent calls, only one gets it. */
  takeConsoleCode(codeHash: string): Promise<ConsoleCode | undefined>;
  deleteConsoleCodesOf(userId: string): Promise<void>;

  /** Deletes at most `limit` rows of each kind. */
  purgeConsole(purge: ConsolePurge): Promise<void>;
}
