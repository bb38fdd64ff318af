/** Names of the screens of the mediation console. */
export const mediationFrame = {
  titles: { waterfalls: 'Waterfalls', insight: 'Insight' },
  lines: 'Lines',
  overview: 'Home',
  groups: 'Groups',
  mappings: 'Mappings',
  sources: 'Ad sources',
  inventory: 'Inventory',
  changes: 'Changes',
  lint: 'Lint',
  reports: 'Reports',
} as const;
