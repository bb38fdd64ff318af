export const groups = {
  title: 'Mediation groups',
  lead: (days: string) =>
    `Which lines are asked for ads, for which ad units and regions. Figures are of the last seven days, ${days}.`,
  new: 'New group',
  compare: 'Compare',
  compareHint: 'Choose two groups to compare them.',
  byRevenue: 'Ordered by revenue of these days, the largest first.',
  byId: 'Ordered by id, because the pages come in that order. A list that fits on one page is ordered by revenue.',
  caption: 'Mediation groups',
  columns: {
    name: 'Name',
    state: 'State',
    regions: 'Regions',
    units: 'Ad units',
    lines: 'Lines',
    experiment: 'Experiment',
    changed: 'Changed',
  },
  /** As the menu counts it. */
  toDecide: 'Experiment to decide',
  everywhere: 'Everywhere',
  except: (regions: string) => `Everywhere but ${regions}`,
  live: (count: number) => `${count} bidding`,
  priced: (count: number) => `${count} priced`,
  disabledLines: (count: number) => `${count} disabled`,
  /** It breaks between the counts only. */
  ofVariant: (variant: 'A' | 'B', counts: readonly string[]) =>
    `${variant}: ${counts.join('\n')}`.replaceAll(' ', '\u00a0').replaceAll('\n', ', '),
  emptyTitle: 'No group yet',
  emptyText:
    'A group names ad units and the lines that are asked for ads. A new one begins with the own network alone.',
  filters: {
    name: 'Name',
    nameHint: 'The whole name.',
    state: 'State',
    platform: 'Platform',
    format: 'Format',
    source: 'Ad source',
    unit: 'Ad unit',
    app: 'App',
    region: 'Region',
    id: 'Id',
  },
  archived: 'Archived',
  seeArchived: 'Archived groups',
  moreFilters: 'More filters',
} as const;
