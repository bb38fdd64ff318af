import type { PublishedList } from '../ports/status-lists.ts';

export interface StatusListFigures {
  readonly count: number;
  /** When the list was published that was published longest ago. A list without a publication counts from its creation. */
  readonly oldestAt: number;
}

/** Undefined without lists. */
export function figuresOf(lists: readonly PublishedList[]): StatusListFigures | undefined {
  if (lists.length === 0) return undefined;
  const times = lists.map(({ number, issuedAt, createdAt }) => (number > 0 ? issuedAt : createdAt));
  return { count: lists.length, oldestAt: times.reduce((one, other) => Math.min(one, other)) };
}
