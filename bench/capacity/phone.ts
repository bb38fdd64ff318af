import { DAY, HOUR, MINUTE } from '../../src/conventions/time.ts';
import { msoValidity } from '../../src/issuer/mso/validity.ts';

/** When phones ask for new MSOs. Times are in milliseconds. */
export interface PhoneRules {
  /** Of the policy of the issuer. */
  readonly msoValidityDays: number;
  readonly msoRefreshDays: number;
  readonly msoRefreshSpreadDays: number;
  /** A phone waits a random time of at most this after expectedUpdate, so that not all come at midnight. */
  readonly spread: number;
  /** At `at` the document signer is replaced. Each phone is notified at a random moment `within` this time. */
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
  /** What was drawn last. */
  share = 0;
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
    const { msoRefreshDays, compromise } = this.#rules;
    this.#state = mixed(this.#seed ^ mixed(phone + 1));
    this.#due = -Math.ceil(this.#random() * msoRefreshDays * DAY);
    if (compromise) this.#notice = compromise.at + Math.floor(this.#random() * compromise.within);
    while (this.#due < 0) this.served(this.#due, this.expectedUpdate(this.#due));
    return this.#issued;
  }

  /** When the phone asks next. It ignores the notification if it already has MSOs of the new signer. */
  next(): number {
    const { compromise } = this.#rules;
    if (compromise && this.#issued >= compromise.at) return this.#due;
    return Math.min(this.#due, this.#notice);
  }

  /** Draws what the issuer draws for a batch of MSOs: which of the days it is asked to come again. */
  drawShare(): number {
    if (this.#rules.msoRefreshSpreadDays > 1) this.share = this.#random();
    return this.share;
  }

  /** Of a batch of MSOs that is issued now. */
  expectedUpdate(at: number): number {
    return msoValidity(at, this.#rules, [], this.drawShare())?.expectedUpdate ?? at;
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
