/** Names of the screens of the mediation console. */
export const mediationFrame = {
  groups: 'Groups',
} as const;
