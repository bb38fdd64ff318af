import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { type Static, Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { UsageError } from '../../failures.ts';

const SignIn = Type.Object({
  accessToken: Type.String(),
  /** Milliseconds since the epoch. */
  expiresAt: Type.Number(),
  refreshToken: Type.Optional(Type.String()),
  tokenEndpoint: Type.String(),
  revocationEndpoint: Type.Optional(Type.String()),
  clientId: Type.String(),
  clientSecret: Type.Optional(Type.String()),
});

/** The sign-in of one user at one server. */
export type SignIn = Static<typeof SignIn>;

const Kept = Type.Object({
  /** The base URL that commands use if none is named: that of the last sign-in. */
  current: Type.Optional(Type.String()),
  /** By base URL. */
  servers: Type.Record(Type.String(), SignIn),
});
export type Kept = Static<typeof Kept>;

const KeptCheck = Compile(Kept);

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
    if (KeptCheck.Check(kept)) return kept;
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
