import type { PublishedList } from '../ports/status-lists.ts';

/** The published lists of one root. */
export interface StatusListFigures {
  /** Key id. */
  readonly root: string;
  readonly count: number;
  /** When the list was published that was published longest ago. A list without a publication counts from its creation. */
  readonly oldestAt: number;
}

export function statusListFigures(lists: readonly PublishedList[]): readonly StatusListFigures[] {
  return [...Map.groupBy(lists, ({ root }) => root)].map(([root, own]) => {
    const times = own.map(({ number, issuedAt, createdAt }) => (number > 0 ? issuedAt : createdAt));
    return { root, count: own.length, oldestAt: times.reduce((one, other) => Math.min(one, other)) };
  });
}
