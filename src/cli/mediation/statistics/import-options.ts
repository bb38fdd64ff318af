import type { Source } from './profile.ts';

/** What a file can be the truth for: only its ad units, all ad units of their apps, or all of the account. */
export const COVERS = ['ad-unit', 'app', 'account'] as const;
export type Covers = (typeof COVERS)[number];

/** Options of `diptych mediation statistics import`. */
export interface ImportOptions {
  readonly source: Source;
  readonly profile?: string;
  readonly covers?: Covers;
  readonly again?: boolean;
  readonly dryRun?: boolean;
}
