import { privateText, replacePrivateFile } from '../../keys/private-files.ts';
import { UsageError } from '../cli-errors.ts';

/** The result of a sign-in, stored for later commands. */
export interface KeptToken {
  readonly accessToken: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
  /** Address for the revocation of the token. */
  readonly revocation: string;
}

const isKept = (content: unknown): content is KeptToken => {
  const { accessToken, expiresAt, revocation } = (content ?? {}) as Partial<Record<keyof KeptToken, unknown>>;
  return typeof accessToken === 'string' && typeof expiresAt === 'number' && typeof revocation === 'string';
};

/**
 * Stored by logout. Its presence shows that operators sign in on this machine, so the admin token is not used
 * instead.
 */
const SIGNED_OUT = { signedOut: true } as const;
const isSignedOut = (content: unknown) => (content as Partial<typeof SIGNED_OUT> | null)?.signedOut === true;

const cannotRead = (path: string, why: string) =>
  new UsageError(`the sign-in in ${path} cannot be used: ${why}; run diptych login, or name another file`);

/** Undefined if the file does not exist. @throws UsageError if the file cannot be used */
export function readToken(path: string): KeptToken | 'signedOut' | undefined {
  let kept: unknown;
  try {
    const text = privateText(path);
    if (text === undefined) return undefined;
    kept = JSON.parse(text);
  } catch (error) {
    throw cannotRead(path, error instanceof SyntaxError ? 'it is not JSON' : (error as Error).message);
  }
  if (isKept(kept)) return kept;
  if (isSignedOut(kept)) return 'signedOut';
  throw cannotRead(path, 'it does not hold a sign-in');
}

const replace = (path: string, content: object): void =>
  replacePrivateFile(path, `${JSON.stringify(content)}\n`);

export const writeToken = (path: string, token: KeptToken): void => replace(path, token);

export const writeSignedOut = (path: string): void => replace(path, SIGNED_OUT);
