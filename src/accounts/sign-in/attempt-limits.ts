import { hash } from 'node:crypto';
import { type AttemptCount, type AttemptLimit, countFailure } from '../../conventions/attempt-limit.ts';
import { networkOf } from '../../conventions/network.ts';
import type { AccountPolicy } from '../deps.ts';
import type { AccountWriter } from '../ports/store.ts';

/** Counters store hashed addresses only. */
const hidden = (kind: string, value: string) => `${kind}:${hash('sha256', `${kind}:${value}`, 'base64url')}`;

/** A user, for attempts from all addresses. */
export const userSubject = (email: string) => hidden('user', email);
export const addressSubject = (address: string) => hidden('address', networkOf(address));
/** A user from one network address. The name starts with the name of the user's counter, so both are deleted together. */
const userAtAddressSubject = (email: string, address: string) =>
  `${userSubject(email)} ${addressSubject(address)}`;
/** A user in one browser that signed in before. */
const userOnDeviceSubject = (email: string, device: string) =>
  `${userSubject(email)} ${hidden('device', device)}`;

/** A subject without attempts left may try again at `retryAt`. */
type Admission = { readonly admitted: true } | { readonly admitted: false; readonly retryAt: number };

export interface Attempted {
  readonly subject: string;
  readonly limit: AttemptLimit;
}

/**
 * The counters of an attempt; a successful sign-in clears the first one. A browser that signed in before has
 * its own counter, so that strangers who try passwords cannot lock its user out.
 */
export function attemptedBy(
  { user, userInAll, address: perAddress }: AccountPolicy['attempts'],
  email: string,
  { address, device }: { readonly address: string; readonly device?: string | undefined },
): readonly [Attempted, ...Attempted[]] {
  if (device !== undefined) return [{ subject: userOnDeviceSubject(email, device), limit: user }];
  return [
    { subject: userAtAddressSubject(email, address), limit: user },
    { subject: userSubject(email), limit: userInAll },
    { subject: addressSubject(address), limit: perAddress },
  ];
}

/**
 * Counts an attempt against all subjects, or against none if one of them has no attempts left. It counts before the
 * password is checked: otherwise concurrent guesses would bypass the limit.
 */
export async function takeAttempts(
  writer: AccountWriter,
  attempted: readonly Attempted[],
  now: number,
): Promise<Admission> {
  const counts: AttemptCount[] = [];
  for (const { subject, limit } of attempted) {
    const before = await writer.attempts(subject);
    const after = countFailure(before, subject, limit, now);
    if (after === undefined) return { admitted: false, retryAt: before?.windowEndsAt ?? now };
    counts.push(after);
  }
  for (const count of counts) await writer.saveAttempts(count);
  return { admitted: true };
}

/** Withdraws an attempt that did not fail. */
export async function giveBack(writer: AccountWriter, subject: string): Promise<void> {
  const count = await writer.attempts(subject);
  if (count === undefined) return;
  if (count.failures <= 1) await writer.forgetAttempts(subject);
  else await writer.saveAttempts({ ...count, failures: count.failures - 1 });
}
