/** Keeps the most recently used values, at most `capacity` of them. */
export class BoundedCache<Key, Value> {
  readonly #capacity: number;
  readonly #values = new Map<Key, Value>();

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** The kept value, or a made one that is kept from now on. */
  take(key: Key, make: () => Value): Value {
    const kept = this.#values.get(key);
    const value = kept ?? make();
    this.#values.delete(key);
    this.#values.set(key, value);
    if (this.#values.size > this.#capacity) {
      this.#values.delete(this.#values.keys().next().value as Key);
    }
    return value;
  }
}
