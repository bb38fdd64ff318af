import type { Report } from './report.ts';

/** Measures and reports. Throws if the measured work gave a wrong result. */
export type Bench = (options: BenchOptions) => Promise<Report>;

interface BenchOptions {
  readonly rounds: number;
  /** Whether the benchmark also uses its largest stores. */
  readonly full: boolean;
  /** Whether the benchmark uses its smallest store. */
  readonly small: boolean;
}
