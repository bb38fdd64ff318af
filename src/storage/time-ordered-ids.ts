const TIME_DIGITS = 14;
const SEQUENCE_DIGITS = 6;
const MOST_SEQUENCE = 10 ** SEQUENCE_DIGITS - 1;

/** Ids made at this time, in milliseconds since the epoch, begin with this prefix. */
export const timePrefix = (at: number) => at.toString().padStart(TIME_DIGITS, '0');

/** The time at which an id was made; NaN if it has another form. */
export const timeOf = (id: string): number => Number(id.slice(0, TIME_DIGITS));

interface TimeOrderedIds {
  (): string;
  /** Makes all later ids sort behind this one. */
  follow(id: string): void;
}

/**
 * Ids that sort in the order in which they were made; ids of different processes sort by the millisecond. Not
 * UUIDv7: lists are limited to times by {@link timePrefix}, ids in released databases have this form, and
 * tests need to control time and randomness.
 */
export function timeOrderedIds(
  now: () => number,
  random: (target: Uint8Array) => Uint8Array,
): TimeOrderedIds {
  let last = 0;
  let sequence = 0;
  let suffix = '';
  const next = () => {
    // After a clock that was ahead, the time of ids stands still until the clock is there again.
    const at = Math.max(now(), sequence < MOST_SEQUENCE ? last : last + 1);
    const isNew = at !== last || suffix === '';
    sequence = isNew ? 0 : sequence + 1;
    last = at;
    // The suffix distinguishes processes; the sequence distinguishes ids of one process.
    if (isNew) suffix = Buffer.from(random(new Uint8Array(8))).toString('hex');
    return `${timePrefix(at)}-${sequence.toString().padStart(SEQUENCE_DIGITS, '0')}-${suffix}`;
  };
  const follow = (id: string) => {
    const at = timeOf(id);
    if (Number.isSafeInteger(at)) last = Math.max(last, at + 1);
  };
  return Object.assign(next, { follow });
}

const kept = new WeakMap<object, TimeOrderedIds>();

/**
 * All stores of a database share one generator of ids, so that their rows sort in the order in which this
 * process wrote them.
 */
export function idsOf(
  database: object,
  now: () => number,
  random: (target: Uint8Array) => Uint8Array,
): TimeOrderedIds {
  const made = kept.get(database) ?? timeOrderedIds(now, random);
  kept.set(database, made);
  return made;
}
