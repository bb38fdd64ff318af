import { DAY, HOUR } from '../../src/conventions/time.ts';
import { Phone, type PhoneRules } from './phone.ts';

/** Times are in milliseconds since the start of the simulation, a midnight in UTC. */
export interface Simulation {
  readonly holders: number;
  readonly seed: number;
  readonly days: number;
  readonly rules: PhoneRules;
  /** The server answers no request in this time. */
  readonly outage?: { readonly from: number; readonly to: number };
}

/** Requests in each hour. */
export interface Demand {
  readonly served: Uint32Array;
  /** In the outage. */
  readonly failed: Uint32Array;
}

const TELL_EVERY = 100_000;

/**
 * Simulates one phone after another, because phones do not wait for each other; so the memory does not depend on their
 * number. `onProgress` is called with the number of phones that are done.
 */
export function simulate(
  { holders, seed, days, rules, outage }: Simulation,
  onProgress: (done: number) => void = () => undefined,
): Demand {
  const end = days * DAY;
  const { from, to } = outage ?? { from: end, to: end };
  const demand = { served: new Uint32Array(days * 24), failed: new Uint32Array(days * 24) };
  const phone = new Phone(rules, seed);
  for (let number = 0; number < holders; number += 1) {
    if (number % TELL_EVERY === 0) onProgress(number);
    phone.begin(number);
    for (let at = phone.next(); at < end; at = phone.next()) {
      const hour = Math.floor(at / HOUR);
      if (at >= from && at < to) {
        demand.failed[hour]! += 1;
        phone.failed(at);
      } else {
        demand.served[hour]! += 1;
        phone.served(at, phone.expectedUpdate(at));
      }
    }
  }
  return demand;
}
