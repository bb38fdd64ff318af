import { randomText, URL_SAFE } from '../../conventions/random-text.ts';
import { MINUTE } from '../../conventions/time.ts';
import type { OrganisationDeps } from './deps.ts';
import type { PendingSignIn } from './pending-sign-in.ts';

/** The page of the console that began a sign-in. */
export interface ConsoleVisit {
  /** Of the console; the caller has checked that it is one. */
  readonly origin: string;
  /** Digest of the secret of the browser. */
  readonly holder: string;
}

/** An attempt that began on a console. The state itself holds it encrypted, so strangers cannot fill the database. */
interface PendingConsoleSignIn extends PendingSignIn, ConsoleVisit {
  readonly expiresAt: number;
}

/** Too short for the id of an interaction, so that neither flow takes a state of the other. */
const PREFIX = 'console.';
const LIFE = 10 * MINUTE;
const LONGEST = 2048;

export function openPendingConsoleSignIn(
  { attempts, clock, random }: Pick<OrganisationDeps, 'attempts' | 'clock' | 'random'>,
  given: Pick<PendingSignIn, 'organisationId' | 'asksStrong'> & ConsoleVisit,
): PendingConsoleSignIn {
  const secret = () => randomText(random, URL_SAFE, 43);
  const sealed = { ...given, nonce: secret(), verifier: secret(), expiresAt: clock() + LIFE };
  return { ...sealed, state: `${PREFIX}${attempts.encrypt(JSON.stringify(sealed))}` };
}

/** Undefined if this server did not make the state, or if it is too old. */
export function pendingConsoleSignInOf(
  { attempts, clock }: Pick<OrganisationDeps, 'attempts' | 'clock'>,
  state: string,
): PendingConsoleSignIn | undefined {
  if (!state.startsWith(PREFIX) || state.length > LONGEST) return undefined;
  const text = attempts.decrypt(state.slice(PREFIX.length));
  if (text === undefined) return undefined;
  const attempt = { ...(JSON.parse(text) as Omit<PendingConsoleSignIn, 'state'>), state };
  return clock() < attempt.expiresAt ? attempt : undefined;
}
