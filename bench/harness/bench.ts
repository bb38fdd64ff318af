import type { Report } from './report.ts';

/** Measures and reports; throws where something that was measured is not valid. */
export type Bench = (options: BenchOptions) => Promise<Report>;

interface BenchOptions {
  readonly rounds: number;
  /** The largest stores that it knows. */
  readonly full: boolean;
}
