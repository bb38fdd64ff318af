/** Ids that begin with this sort by the time, in milliseconds since the epoch. */
export const timePrefix = (at: number) => at.toString().padStart(14, '0');

/**
 * Ids that sort in the order in which they were made, also between processes up to the millisecond. Not UUIDv7: lists are
 * cut by time with {@link timePrefix}, the ids of released databases have this form, and tests own time and randomness.
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
    // Distinguishes processes; within one the sequence does.
    if (isNew) suffix = Buffer.from(random(new Uint8Array(8))).toString('hex');
    return `${timePrefix(at)}-${sequence.toString().padStart(6, '0')}-${suffix}`;
  };
}

const kept = new WeakMap<object, () => string>();

/** One maker of ids for all stores of a database, so that what they write is in the order in which this process wrote it. */
export function idsOf(
  database: object,
  now: () => number,
  random: (target: Uint8Array) => Uint8Array,
): () => string {
  const made = kept.get(database) ?? timeOrderedIds(now, random);
  kept.set(database, made);
  return made;
}
