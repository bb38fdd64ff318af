import type { Report } from './report.ts';

/** Measures and reports; throws where something that was measured is not valid. */
export type Bench = (options: { readonly rounds: number }) => Promise<Report>;
