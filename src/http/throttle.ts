import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import { StatusError } from '../conventions/status.ts';

/** The limits. The end of each name says by what requests are counted. */
export type LimitName =
  | 'issuerPerCaller'
  | 'issuerPerDevice'
  | 'issuerPerCode'
  | 'mediationPerCaller'
  | 'mediationPerPublisher'
  | 'servePerAddress'
  | 'resolvePerAddress'
  | 'eventsPerAddress'
  | 'adminPerOperator';

/** Requests a minute; 0 for no limit. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Counts a request. @throws StatusError RATE_LIMIT_EXCEEDED with the time until the next one */
export type Throttle = (limit: LimitName, key: string) => Promise<void>;

/** No real key is longer. */
const LONGEST_KEY = 512;

const WINDOW_SECONDS = 60;

function exceeded(limit: LimitName, most: number, wait: number): StatusError {
  const text = `There were more than ${most} requests in a minute; try again later.`;
  const metadata = { quota_limit: limit, quota_limit_value: String(most) };
  return new StatusError('RATE_LIMIT_EXCEEDED', text, [], {
    metadata,
    retryDelay: Math.max(1, Math.ceil(wait / 1000)) * 1000,
  });
}

/** Counts in this process only, so that requests cause no writes. */
export function throttle(limits: Limits, onRefused: (limit: LimitName) => void): Throttle {
  const counters = new Map(
    Object.entries(limits)
      .filter(([, points]) => points > 0)
      .map(([name, points]) => [name, new RateLimiterMemory({ points, duration: WINDOW_SECONDS })]),
  );
  return async (limit, key) => {
    const counter = counters.get(limit);
    if (counter === undefined) return;
    try {
      await counter.consume(key.slice(0, LONGEST_KEY));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      onRefused(limit);
      throw exceeded(limit, limits[limit], error.msBeforeNext);
    }
  };
}
