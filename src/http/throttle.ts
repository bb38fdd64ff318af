import { StatusError } from '../conventions/status.ts';
import { countByKey } from './count-by-key.ts';

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
  | 'walletsPerAddress'
  | 'adminPerOperator';

/** Requests a minute; 0 for no limit. */
export type Limits = Readonly<Record<LimitName, number>>;

/** Counts a request. @throws StatusError RATE_LIMIT_EXCEEDED with the time until the next one */
export type Throttle = (limit: LimitName, key: string) => Promise<void>;

export interface Limiter extends Throttle {
  /** Counts a request if the limit allows it. */
  readonly allows: (limit: LimitName, key: string) => boolean;
}

/** No real key is longer. */
const LONGEST_KEY = 512;

const WINDOW = 60_000;

function exceeded(limit: LimitName, most: number, wait: number): StatusError {
  const text = `There were more than ${most} requests in a minute; try again later.`;
  const metadata = { quota_limit: limit, quota_limit_value: String(most) };
  return new StatusError('RATE_LIMIT_EXCEEDED', text, [], {
    metadata,
    retryDelay: Math.max(1, Math.ceil(wait / 1000)) * 1000,
  });
}

/** Counts in this process only, so that requests cause no writes. */
export function limiter(limits: Limits, onRefused: (limit: LimitName) => void): Limiter {
  const counters = new Map(
    Object.entries(limits)
      .filter(([, points]) => points > 0)
      .map(([name, points]) => [name, countByKey(points, WINDOW, () => performance.now())]),
  );
  const wait = (limit: LimitName, key: string) => counters.get(limit)?.(key.slice(0, LONGEST_KEY)) ?? 0;
  const throttle: Throttle = async (limit, key) => {
    const milliseconds = wait(limit, key);
    if (milliseconds === 0) return;
    onRefused(limit);
    throw exceeded(limit, limits[limit], milliseconds);
  };
  return Object.assign(throttle, { allows: (limit: LimitName, key: string) => wait(limit, key) === 0 });
}
