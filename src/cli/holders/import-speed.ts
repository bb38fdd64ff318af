import { percentText } from '../../conventions/percent.ts';

/** A number with thin spaces between thousands: `12 300`. */
export const grouped = (count: number): string => count.toLocaleString('en').replaceAll(',', '\u202f');

export const countedRecords = (count: number): string =>
  `${grouped(count)} ${count === 1 ? 'record' : 'records'}`;

function timeText(seconds: number): string {
  if (seconds < 100) return `${Math.ceil(seconds)} s`;
  return seconds < 6000 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3600)} h`;
}

/** Measures the speed of a long command from its creation on. */
export class ImportSpeed {
  readonly #now: () => number;
  readonly #start: number;

  /** `now` in milliseconds. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#start = now();
  }

  get seconds(): number {
    return (this.#now() - this.#start) / 1000;
  }

  /** `820 records/s` */
  speed(records: number): string {
    return `${grouped(Math.round(records / Math.max(this.seconds, 0.001)))} records/s`;
  }

  /** `41%, 820 records/s, 3 min left`; `share` of the work is done. */
  text(records: number, share: number): string {
    const left = share > 0 ? `, ${timeText(this.seconds * (1 / Math.min(share, 1) - 1))} left` : '';
    const done = Math.floor(Math.min(share, 1) * 100) / 100;
    return `${percentText(done)}, ${this.speed(records)}${left}`;
  }

  /** `in 12 min, 820 records/s` */
  total(records: number): string {
    return `in ${timeText(this.seconds)}, ${this.speed(records)}`;
  }
}
