/** Ids made at this time, in milliseconds since the epoch, begin with this prefix. */
export const timePrefix = (at: number) => at.toString().padStart(14, '0');

/**
 * Ids that sort in the order in which they were made; ids of different processes sort by the millisecond. Not
 * UUIDv7: lists are limited to times by {@link timePrefix}, ids in released databases have this form, and
 * tests need to control time and randomness.
 */
export function timeOrderedIds(now: () => number, random: (target: Uint8Array) => Uint8Array): () => string {
  let last = 0;
  let sequence = 0;
  let suffix = '';
  return () => {
    const at = Math.max(now(), last);
    const isNew = at !== last || suffix === '';
    sequence = isNew ? 0 : sequence + 1;
    last = at;
    // The suffix distinguishes processes; the sequence distinguishes ids of one process.
    if (isNew) suffix = Buffer.from(random(new Uint8Array(8))).toString('hex');
    return `${timePrefix(at)}-${sequence.toString().padStart(6, '0')}-${suffix}`;
  };
}

const kept = new WeakMap<object, () => string>();

/**
 * All stores of a database share one generator of ids, so that their rows sort in the order in which this
 * process wrote them.
 */
export function idsOf(
  database: object,
  now: () => number,
  random: (target: Uint8Array) => Uint8Array,
): () => string {
  const made = kept.get(database) ?? timeOrderedIds(now, random);
  kept.set(database, made);
  return made;
}
