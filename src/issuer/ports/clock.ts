import type { Store } from '../../conventions/store.ts';

/** Which time the sweeps of all processes believe. */
export interface BelievedTime {
  readonly believedAt: number;
  /** The first time of a clock that is far ahead of it, until it is believed or corrected. */
  readonly aheadSince?: number;
}

export interface ClockReader {
  /** Undefined before the first sweep. */
  believedTime(): Promise<BelievedTime | undefined>;
}

export interface ClockWriter extends ClockReader {
  saveBelievedTime(sight: BelievedTime): Promise<void>;
}

export type ClockStore = Pick<Store<ClockReader, ClockWriter>, 'read' | 'write'>;
