import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { UsageError } from '../../failures.ts';

/** The sign-in of one user at one server. */
export interface SignIn {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  readonly refreshToken?: string;
  readonly tokenEndpoint: string;
  readonly revocationEndpoint?: string;
  readonly clientId: string;
  readonly clientSecret?: string;
}

export interface Kept {
  /** The base URL that commands use if none is named: that of the last sign-in. */
  readonly current?: string;
  /** By base URL. */
  readonly servers: Readonly<Record<string, SignIn>>;
}

const TYPES: Readonly<Record<keyof SignIn, readonly string[]>> = {
  accessToken: ['string'],
  expiresAt: ['number'],
  refreshToken: ['string', 'undefined'],
  tokenEndpoint: ['string'],
  revocationEndpoint: ['string', 'undefined'],
  clientId: ['string'],
  clientSecret: ['string', 'undefined'],
};

const isSignIn = (value: unknown): boolean =>
  Object.entries(TYPES).every(([name, types]) =>
    types.includes(typeof (value as Record<string, unknown> | null)?.[name]),
  );

function isKept(content: unknown): content is Kept {
  const { current, servers } = (content ?? {}) as Partial<Record<keyof Kept, unknown>>;
  if (!['string', 'undefined'].includes(typeof current)) return false;
  return typeof servers === 'object' && servers !== null && Object.values(servers).every(isSignIn);
}

/** `DIPTYCH_SIGN_IN`, else a file in the user's configuration folder. */
export function signInFile(environment: NodeJS.ProcessEnv = process.env): string {
  const { DIPTYCH_SIGN_IN: named, XDG_CONFIG_HOME: folder = join(homedir(), '.config') } = environment;
  return named ?? join(folder, 'diptych', 'mediation.json');
}

/** @throws UsageError if the file cannot be used */
export function readKept(path: string): Kept {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return { servers: {} };
    throw new UsageError(`the sign-in in ${path} cannot be read (${code})`);
  }
  try {
    const kept: unknown = JSON.parse(text);
    if (isKept(kept)) return kept;
  } catch {
    // Reported below.
  }
  throw new UsageError(`${path} holds no sign-in; remove it and run diptych mediation login`);
}

/** Replaces the file at once by one that only its owner can read. */
export function writeKept(path: string, kept: Kept): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}`;
  rmSync(draft, { force: true });
  writeFileSync(draft, `${JSON.stringify(kept)}\n`, { mode: 0o600, flag: 'wx' });
  renameSync(draft, path);
}
