import { DAY, MINUTE } from '../../conventions/time.ts';
import type { ConsoleSession } from '../ports/console.ts';

/** When sessions of the consoles end, in milliseconds. */
export interface SessionLimits {
  /** Time from the last use of a session to its end. */
  readonly idle: number;
  /** Time from the sign-in to the end of a session, even if the session is used. */
  readonly absolute: number;
}

/** When a session ends unless it is used again. */
export const endsAt = (
  { lastUsedAt, signedInAt }: ConsoleSession,
  { idle, absolute }: SessionLimits,
): number => Math.min(lastUsedAt + idle, signedInAt + absolute);

/** Both limits apply. */
export const shorter = (one: SessionLimits, other: SessionLimits): SessionLimits => ({
  idle: Math.min(one.idle, other.idle),
  absolute: Math.min(one.absolute, other.absolute),
});

/** How long a one-time code can be used (ASVS 5.0 6.4.1). */
export const CODE_FOR = 5 * MINUTE;

/** How long an invitation can be accepted: people are away for some days. */
export const INVITED_FOR = 7 * DAY;
