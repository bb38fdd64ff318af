import { Unreachable } from './errors.ts';
import type { Answer } from './send.ts';

/** How a request is repeated. Tests replace the pauses. */
export interface Patience {
  readonly attempts: number;
  /** Pause before the second attempt, in milliseconds; it doubles each time. */
  readonly firstPause: number;
  /** The longest Retry-After that is waited for, in milliseconds. */
  readonly longestPause: number;
  readonly pause: (milliseconds: number) => Promise<unknown>;
}

export const PATIENCE: Patience = {
  attempts: 4,
  firstPause: 500,
  longestPause: 60_000,
  pause: (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds)),
};

export const ONCE: Patience = { ...PATIENCE, attempts: 1 };

/** 429 and 503: the server did nothing. */
const NOTHING_DONE = [429, 503];
/** The server, or a proxy, failed: what it did is unknown. */
const UNKNOWN = [500, 502, 504];

/** Retry-After in milliseconds: seconds or a date (RFC 9110 10.2.3). */
function retryAfter(headers: Answer['headers'], now = Date.now()): number | undefined {
  const value = headers.get('retry-after');
  if (value === null) return undefined;
  if (/^\d{1,9}$/.test(value)) return Number(value) * 1000;
  const date = Date.parse(value);
  return Number.isNaN(date) ? undefined : Math.max(0, date - now);
}

/** Repeats reads after any passing failure, and writes only if the server asks for it: it did nothing then. */
function mayRepeat({ status, headers }: Answer, isRead: boolean): boolean {
  if (isRead) return [...NOTHING_DONE, ...UNKNOWN].includes(status);
  return NOTHING_DONE.includes(status) && headers.get('retry-after') !== null;
}

/**
 * Sends a request, several times if it is safe. Returns the last answer. @throws what `send` throws, if the last
 * attempt got no answer
 */
export async function attempt(
  send: () => Promise<Answer>,
  { isRead, patience }: { readonly isRead: boolean; readonly patience: Patience },
): Promise<Answer> {
  for (let made = 1; ; made += 1) {
    const isLast = made >= patience.attempts;
    const answer = await send().catch((error: unknown) => {
      if (isLast || !isRead || !(error instanceof Unreachable && error.isPassing)) throw error;
      return undefined;
    });
    if (answer && (answer.ok || isLast || !mayRepeat(answer, isRead))) return answer;
    const asked = answer && retryAfter(answer.headers);
    if (answer && asked !== undefined && asked > patience.longestPause) return answer;
    await patience.pause(asked ?? patience.firstPause * 2 ** (made - 1) * (0.5 + Math.random() / 2));
  }
}
