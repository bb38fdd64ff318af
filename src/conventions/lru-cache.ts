import { LRUCache } from 'lru-cache';

/** A cache of the values that were used last, so many at most. It takes memory for the values in it, not for all at once. */
export const lruCache = <Value extends NonNullable<unknown>>(most: number): LRUCache<string, Value> =>
  new LRUCache<string, Value>({ maxSize: most, sizeCalculation: () => 1 });
