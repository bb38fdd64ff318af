import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Type } from 'typebox';
import { Compile } from 'typebox/compile';
import { UsageError } from '../exit.ts';

/** The outcome of a sign-in, kept for the commands that follow. */
export interface KeptToken {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Where it can be revoked. */
  readonly revocation: string;
}

const Kept = Compile(
  Type.Object({ accessToken: Type.String(), expiresAt: Type.Number(), revocation: Type.String() }),
);

/** Undefined when nobody is signed in. */
export function readToken(path: string): KeptToken | undefined {
  if (!existsSync(path)) return undefined;
  try {
    const kept: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (Kept.Check(kept)) return kept;
  } catch {
    // Told below.
  }
  throw new UsageError(`${path} holds no sign-in; remove it, or sign in again with diptych login`);
}

/** Readable by its owner only, also where a file was there before. */
export function writeToken(path: string, token: KeptToken): void {
  rmSync(path, { force: true });
  writeFileSync(path, `${JSON.stringify(token)}\n`, { mode: 0o600, flag: 'wx' });
}

export function removeToken(path: string): void {
  rmSync(path, { force: true });
}
