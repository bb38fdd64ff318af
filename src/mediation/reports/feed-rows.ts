import type { Feed, RowsQuery, StatisticsRow, StatisticsStore } from '../ports/statistics.ts';

/** The rows of a feed in ascending order of time. They are read in pages, whatever parts of the range are asked for. */
export class FeedRows {
  readonly feed: Feed;
  readonly #store: Pick<StatisticsStore, 'rows'>;
  readonly #asked: Omit<RowsQuery, 'feedNo'>;
  readonly #signal: AbortSignal | undefined;
  #pages: AsyncIterator<readonly StatisticsRow[]>;
  #page: readonly StatisticsRow[] = [];
  #at = 0;

  /** `signal`: aborted when nobody waits for the rows. */
  constructor(
    store: Pick<StatisticsStore, 'rows'>,
    feed: Feed,
    asked: Omit<RowsQuery, 'feedNo'>,
    signal?: AbortSignal,
  ) {
    this.feed = feed;
    this.#store = store;
    this.#asked = asked;
    this.#signal = signal;
    this.#pages = this.#from(asked.from);
  }

  /** The time of the next row from a time on; undefined if there is none. The rows before are left out. */
  async next(from: number): Promise<number | undefined> {
    for (;;) {
      const at = this.#at;
      while (this.#timeOf(this.#at) < from) this.#at += 1;
      if (this.#at < this.#page.length) return this.#timeOf(this.#at);
      // The page ends amid rows that are left out: the others are looked up.
      if (this.#at > at) {
        await this.#pages.return?.();
        this.#pages = this.#from(from);
      }
      if (this.#signal?.aborted) await this.#pages.return?.();
      this.#signal?.throwIfAborted();
      const { done, value } = await this.#pages.next();
      if (done) return undefined;
      [this.#page, this.#at] = [value, 0];
    }
  }

  /** The rows from the next one on that were read and are before a time. */
  take(before: number): readonly StatisticsRow[] {
    const first = this.#at;
    while (this.#timeOf(this.#at) < before) this.#at += 1;
    return first === 0 && this.#at === this.#page.length ? this.#page : this.#page.slice(first, this.#at);
  }

  /** Above all times at the end of the page. */
  #timeOf(at: number): number {
    return this.#page[at]?.[0] ?? Number.POSITIVE_INFINITY;
  }

  #from(from: number): AsyncIterator<readonly StatisticsRow[]> {
    const query = { ...this.#asked, feedNo: this.feed.feedNo, from };
    return this.#store.rows(query)[Symbol.asyncIterator]();
  }
}
