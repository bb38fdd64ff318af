import type { Report } from './report.ts';

/** Measures and reports. Throws if the measured work gave a wrong result. */
export type Bench = (options: BenchOptions) => Promise<Report>;

interface BenchOptions {
  readonly rounds: number;
  /** Whether the benchmark also uses its largest stores. */
  readonly full: boolean;
  /** Whether the benchmark uses its smallest store. */
  readonly small: boolean;
  /** Days and hours of statistics, if they are not those of the benchmark. */
  readonly days?: number | undefined;
  readonly hours?: number | undefined;
  /** The size of the larger store of credentials, if it is not that of the benchmark. */
  readonly stored?: { readonly credentials?: number; readonly record?: number; readonly history?: number };
  /** Whether the store is PostgreSQL. */
  readonly postgres: boolean;
  /** The commit whose server takes the place of what Diptych is compared with otherwise. */
  readonly before?: string | undefined;
}
