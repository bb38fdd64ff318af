/** Ids that sort in the order in which they were made, also between processes up to the millisecond. */
export function timeOrderedIds(now: () => number, random: (target: Uint8Array) => Uint8Array): () => string {
  let last = 0;
  let sequence = 0;
  return () => {
    const at = Math.max(now(), last);
    sequence = at === last ? sequence + 1 : 0;
    last = at;
    const suffix = Buffer.from(random(new Uint8Array(8))).toString('hex');
    return `${at.toString().padStart(14, '0')}-${sequence.toString().padStart(6, '0')}-${suffix}`;
  };
}
