/** Bounds of a snapshot; one that exceeds them is refused, so a server does not make it. */
export const LIMITS = {
  characters: 16_777_216,
  adUnits: 10_000,
  /** Of one ad unit. */
  groups: 1_000,
  /** Of both variants. */
  lines: 150,
  regions: 2_000,
  configuration: 64,
  refreshSeconds: 604_800,
  loadTimeoutMs: 600_000,
} as const;
