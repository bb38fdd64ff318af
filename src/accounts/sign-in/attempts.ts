import { type AttemptCount, type AttemptLimit, counted } from '../../conventions/attempts.ts';
import type { AccountWriter } from '../ports/store.ts';

/** A subject that used up its attempts may try again at `retryAt`. */
export type Admission = { readonly admitted: true } | { readonly admitted: false; readonly retryAt: number };

export interface Attempted {
  readonly subject: string;
  readonly limit: AttemptLimit;
}

/**
 * Counts an attempt against all subjects, or against none when one of them has none left. It counts before the
 * password is checked: otherwise guesses that are sent at once would all be let in.
 */
export async function takeAttempts(
  writer: AccountWriter,
  attempted: readonly Attempted[],
  now: number,
): Promise<Admission> {
  const counts: AttemptCount[] = [];
  for (const { subject, limit } of attempted) {
    const before = await writer.attempts(subject);
    const after = counted(before, subject, limit, now);
    if (after === undefined) return { admitted: false, retryAt: before?.windowEndsAt ?? now };
    counts.push(after);
  }
  for (const count of counts) await writer.saveAttempts(count);
  return { admitted: true };
}

/** An attempt that was no failure after all. */
export async function giveBack(writer: AccountWriter, subject: string): Promise<void> {
  const count = await writer.attempts(subject);
  if (count === undefined) return;
  if (count.failures <= 1) await writer.forgetAttempts(subject);
  else await writer.saveAttempts({ ...count, failures: count.failures - 1 });
}
