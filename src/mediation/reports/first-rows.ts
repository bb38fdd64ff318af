/** The first items in an order, of any number that are added: a heap with the last of them at its root. */
export class FirstRows<Sought, Item extends Sought> {
  readonly #most: number;
  readonly #compare: (one: Sought, other: Sought) => number;
  readonly #heap: Item[] = [];

  constructor(most: number, compare: (one: Sought, other: Sought) => number) {
    this.#most = most;
    this.#compare = compare;
  }

  /** Whether an item that is equal to this one would be added. */
  admits(item: Sought): boolean {
    return this.#heap.length < this.#most || this.#compare(item, this.#heap[0]!) < 0;
  }

  /** `item` must be admitted. */
  add(item: Item): void {
    if (this.#heap.length < this.#most) this.#raise(item);
    else this.#sink(item);
  }

  /** Removes all items, the last first. */
  *takeFromLast(): Generator<Item> {
    for (let last = this.#heap[0]; last !== undefined; last = this.#heap[0]) {
      yield last;
      const item = this.#heap.pop()!;
      if (this.#heap.length > 0) this.#sink(item);
    }
  }

  #raise(item: Item): void {
    const heap = this.#heap;
    let at = heap.length;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (this.#compare(item, heap[parent]!) <= 0) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = item;
  }

  /** Replaces the root. */
  #sink(item: Item): void {
    const heap = this.#heap;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && this.#compare(heap[child + 1]!, heap[child]!) > 0) child += 1;
      if (this.#compare(heap[child]!, item) <= 0) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = item;
  }
}
