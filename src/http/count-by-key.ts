/** Milliseconds until a key that has used up its number may be counted again; 0 if the request was counted. */
type CountByKey = (key: string) => number;

interface Window {
  readonly endsAt: number;
  count: number;
}

/**
 * Counts at most `most` requests of each key in a window, which begins with the first request of the key. `now` is in
 * milliseconds and never goes back.
 */
export function countByKey(most: number, length: number, now: () => number): CountByKey {
  // Windows that have ended are forgotten together, so that keys need no timers.
  let older = new Map<string, Window>();
  let newer = new Map<string, Window>();
  let turnAt = now() + length;

  return (key) => {
    const time = now();
    if (time >= turnAt) {
      older = time < turnAt + length ? newer : new Map();
      newer = new Map();
      turnAt = time + length;
    }
    const window = newer.get(key) ?? older.get(key);
    if (window === undefined || time >= window.endsAt) {
      newer.set(key, { endsAt: time + length, count: 1 });
      return 0;
    }
    if (window.count >= most) return window.endsAt - time;
    window.count += 1;
    return 0;
  };
}
