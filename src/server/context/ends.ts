/** How the parts of the context end. */
export interface Ends {
  /** Notes how a part ends that has begun. */
  add(end: () => unknown): void;
  /** Ends the parts, the last one first. */
  all(): Promise<void>;
}

export function partEnds(): Ends {
  const ends: (() => unknown)[] = [];
  return {
    add(end) {
      ends.push(end);
    },
    async all() {
      for (const end of ends.splice(0).reverse()) await end();
    },
  };
}
