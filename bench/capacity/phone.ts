import { DAY, HOUR, MINUTE } from '../../src/conventions/time.ts';

/** When phones ask for new MSOs. Times are in milliseconds. */
export interface PhoneRules {
  /** Days from the day of an MSO to its expectedUpdate. */
  readonly refreshDays: number;
  /** A phone waits a random time of at most this after expectedUpdate, so that not all come at midnight. */
  readonly spread: number;
  /** The document signer is replaced, and phones are told at random moments within this time. */
  readonly compromise?: { readonly at: number; readonly within: number };
}

/** The first pause after a failure, doubled with each further one. */
const FIRST_PAUSE = 5 * MINUTE;
const LONGEST_PAUSE = 2 * HOUR;

const GOLDEN = 0x9e3779b9;

/** A good mix of all bits; the finalizer of MurmurHash3. */
function mixed(value: number): number {
  let bits = value | 0;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

/**
 * The decisions of one phone. All of them follow from the seed and the number of the phone, so a phone does the same in
 * the simulator and on a real server. One object can serve many phones in turn.
 */
export class Phone {
  readonly #rules: PhoneRules;
  readonly #seed: number;
  #state = 0;
  #failures = 0;
  #issued = 0;
  #due = 0;
  #notice = Number.POSITIVE_INFINITY;

  constructor(rules: PhoneRules, seed: number) {
    this.#rules = rules;
    this.#seed = seed;
  }

  /** From 0 to 1, without 1. */
  #random(): number {
    this.#state = (this.#state + GOLDEN) | 0;
    return mixed(this.#state) / 2 ** 32;
  }

  /** Turns to another phone. Returns when it got its MSOs last, before the time 0. */
  begin(phone: number): number {
    const { refreshDays, compromise } = this.#rules;
    this.#state = mixed(this.#seed ^ mixed(phone + 1));
    const issued = -Math.ceil(this.#random() * refreshDays * DAY);
    if (compromise) this.#notice = compromise.at + Math.floor(this.#random() * compromise.within);
    this.served(issued, (Math.floor(issued / DAY) + refreshDays) * DAY);
    return issued;
  }

  /** When it asks next. A phone that has MSOs of the new signer ignores that it is told. */
  next(): number {
    const { compromise } = this.#rules;
    if (compromise && this.#issued >= compromise.at) return this.#due;
    return Math.min(this.#due, this.#notice);
  }

  /** It got MSOs with this expectedUpdate. */
  served(at: number, expectedUpdate: number): void {
    this.#issued = at;
    this.#failures = 0;
    this.#due = expectedUpdate + Math.floor(this.#random() * this.#rules.spread);
  }

  /** It got no answer. */
  failed(at: number): void {
    const pause = Math.min(LONGEST_PAUSE, FIRST_PAUSE * 2 ** this.#failures);
    this.#failures += 1;
    this.#due = at + Math.ceil(pause * (0.5 + this.#random() / 2));
    // It knows of the compromise now, or hears of it while it tries again.
    if (this.#notice <= at) this.#notice = Number.POSITIVE_INFINITY;
  }
}
