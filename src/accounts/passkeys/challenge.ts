import { createHmac, timingSafeEqual } from 'node:crypto';
import type { RandomFill } from '../../conventions/random-text.ts';
import { MINUTE } from '../../conventions/time.ts';

/**
 * What a challenge is for. signIn: by passkey alone. secondFactor: after the password of a user. stepUp: before a final
 * action. register: for a new passkey.
 */
export type Purpose = 'signIn' | 'secondFactor' | 'stepUp' | 'register';

export interface Binding {
  readonly purpose: Purpose;
  /** The session, the sign-in page or the secret of the browser that asked for the challenge. */
  readonly holder: string;
  /** Absent while nobody has said who they are. */
  readonly userId?: string;
}

const CHALLENGE_FOR = 5 * MINUTE;

const TIME = 6;
const NONCE = 16;
const MAC = 32;

function macOf(secret: Buffer, head: Buffer, { purpose, holder, userId = '' }: Binding): Buffer {
  const bound = JSON.stringify(['passkey', purpose, holder, userId, head.toString('base64url')]);
  return createHmac('sha256', secret).update(bound).digest();
}

/**
 * A challenge that nothing stores: its end, a nonce, and a MAC over both and its binding. So strangers who ask for
 * challenges fill no table.
 */
export function newChallenge(secret: Buffer, random: RandomFill, binding: Binding, now: number): string {
  const head = Buffer.alloc(TIME + NONCE);
  random(head);
  head.writeUIntBE(now + CHALLENGE_FOR, 0, TIME);
  return Buffer.concat([head, macOf(secret, head, binding)]).toString('base64url');
}

/** When the challenge ends; undefined if it has ended, or was not made for one of these bindings. */
export function endOfChallenge(
  secret: Buffer,
  challenge: string,
  bindings: readonly Binding[],
  now: number,
): { readonly expiresAt: number; readonly binding: Binding } | undefined {
  const bytes = Buffer.from(challenge, 'base64url');
  // Other spellings of the same bytes would pass for challenges that were not used yet.
  if (bytes.length !== TIME + NONCE + MAC || bytes.toString('base64url') !== challenge) return undefined;
  const head = bytes.subarray(0, TIME + NONCE);
  const expiresAt = head.readUIntBE(0, TIME);
  const binding = bindings.find((one) =>
    timingSafeEqual(macOf(secret, head, one), bytes.subarray(TIME + NONCE)),
  );
  return binding !== undefined && now < expiresAt ? { expiresAt, binding } : undefined;
}
