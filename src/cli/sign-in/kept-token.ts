import { readFileSync, rmSync, writeFileSync } from 'node:fs';
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

/** What logout leaves behind: operators sign in here, so the admin token must not take over. */
const SIGNED_OUT = { signedOut: true } as const;
const SignedOut = Compile(Type.Object({ signedOut: Type.Literal(true) }));

const cannotRead = (path: string, why: string) =>
  new UsageError(`the sign-in in ${path} cannot be used: ${why}; run diptych login, or name another file`);

/** Undefined when nobody has ever signed in with this file. @throws UsageError when it cannot be used */
export function readToken(path: string): KeptToken | 'signedOut' | undefined {
  let kept: unknown;
  try {
    kept = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT') return undefined;
    throw cannotRead(path, code ?? 'it is no JSON');
  }
  if (Kept.Check(kept)) return kept;
  if (SignedOut.Check(kept)) return 'signedOut';
  throw cannotRead(path, 'it holds no sign-in');
}

/** Readable by its owner only, also where a file was there before. */
function replace(path: string, content: object): void {
  rmSync(path, { force: true });
  writeFileSync(path, `${JSON.stringify(content)}\n`, { mode: 0o600, flag: 'wx' });
}

export const writeToken = (path: string, token: KeptToken): void => replace(path, token);

export const writeSignedOut = (path: string): void => replace(path, SIGNED_OUT);
