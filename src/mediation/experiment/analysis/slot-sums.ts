import { SLOTS } from '../../../resolve/index.ts';

/** The data of one slot. A user is in the same slot on all days. */
export interface SlotSums {
  readonly slot: number;
  /** Users who entered the experiment. */
  readonly users: number;
  /** Revenue in micros of the account's currency. */
  readonly revenueMicros: bigint;
  readonly impressions: number;
}

type Writable<T> = { -readonly [Key in keyof T]: T[Key] };

export interface DaySums {
  /** YYYY-MM-DD in the time zone of the publisher. */
  readonly day: string;
  readonly slots: readonly SlotSums[];
}

/** One variant of an experiment. */
export interface Arm {
  /** The number of slots, including slots without users. */
  readonly slotCount: number;
  readonly slots: readonly SlotSums[];
  readonly users: number;
  readonly revenueMicros: bigint;
  readonly impressions: number;
}

export function armOf(slots: readonly SlotSums[], slotCount: number): Arm {
  let users = 0;
  let revenueMicros = 0n;
  let impressions = 0;
  for (const slot of slots) {
    users += slot.users;
    revenueMicros += slot.revenueMicros;
    impressions += slot.impressions;
  }
  return { slotCount, slots, users, revenueMicros, impressions };
}

export interface Arms {
  readonly control: Arm;
  readonly treatment: Arm;
}

/** Adds up the sums of days, slot by slot. */
export class Totals {
  readonly #bySlot = new Map<number, Writable<SlotSums>>();
  readonly #control: SlotSums[] = [];
  readonly #treatment: SlotSums[] = [];
  readonly #slotCount: number;
  readonly #firstOfControl: number;

  /** Variant B has the first slots, ten for each percent. */
  constructor(treatmentPercentage: number, slotCount = SLOTS) {
    this.#slotCount = slotCount;
    this.#firstOfControl = (slotCount * treatmentPercentage) / 100;
  }

  get slots(): number {
    return this.#bySlot.size;
  }

  add(day: readonly SlotSums[]): void {
    for (const sums of day) {
      const total = this.#bySlot.get(sums.slot);
      if (!total) this.#begin({ ...sums });
      else {
        total.users += sums.users;
        total.revenueMicros += sums.revenueMicros;
        total.impressions += sums.impressions;
      }
    }
  }

  #begin(sums: SlotSums): void {
    this.#bySlot.set(sums.slot, sums);
    (sums.slot < this.#firstOfControl ? this.#treatment : this.#control).push(sums);
  }

  /** The current arms. Adding the next day changes their slots. */
  arms(): Arms {
    return {
      control: armOf(this.#control, this.#slotCount - this.#firstOfControl),
      treatment: armOf(this.#treatment, this.#firstOfControl),
    };
  }
}
