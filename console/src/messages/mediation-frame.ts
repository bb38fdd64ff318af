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
  actionsOn: (group: string) => `Actions on ${group}`,
  actions: {
    line: 'Add a line to a group',
    experiment: 'Start an experiment in a group',
    compare: 'Compare two groups',
    mapping: 'New ad unit mapping',
    mappings: 'Import ad unit mappings from CSV',
    copyMappings: 'Copy the mappings of an ad unit',
    report: 'Make a report',
  },
} as const;
