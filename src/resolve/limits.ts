/** Limits of a snapshot. Servers must not make a larger one, because apps refuse it. */
export const LIMITS = {
  characters: 16_777_216,
  adUnits: 10_000,
  /** For one ad unit. */
  groups: 1_000,
  /** For both variants together. */
  lines: 150,
  regions: 2_000,
  configuration: 64,
  refreshSeconds: 604_800,
  loadTimeoutMs: 600_000,
} as const;
