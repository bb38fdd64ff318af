import type { Source } from './profile.ts';

/** Options of `diptych mediation statistics import`. */
export interface ImportOptions {
  readonly source: Source;
  readonly profile?: string;
  readonly again?: boolean;
  readonly dryRun?: boolean;
}
