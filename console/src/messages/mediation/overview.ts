/** The first screen of the mediation console. */
export const overview = {
  title: 'Home',
  lead: 'The last seven days.',
  toReports: 'All reports',
  trend: 'Revenue of the last four weeks',
  noNumbers:
    'Numbers appear as soon as apps or networks send them: see statistics:ingest, or diptych mediation statistics import.',
  groups: 'Groups by revenue',
  allGroups: 'All groups',
  otherGroups: 'Other groups',
  othersAre: 'all groups that earned less',
  archivedGroups: 'Archived groups',
  archivedAre: 'what groups earned that are archived now',
  withoutGroup: 'Without a group',
  withoutGroupIs: 'statistics that name no mediation group',
  experiments: 'Experiments',
  noExperiments: 'No group has an experiment yet. The page of a group starts one.',
  findings: 'Findings',
  wrong: 'What is wrong',
  better: 'What could be better',
  allFindings: 'All findings',
  moreRules: (count: number) => (count === 1 ? 'and 1 more rule' : `and ${count} more rules`),
  changes: 'What changed last',
  allChanges: 'All changes',
} as const;

/** Figures beside groups and lines. */
export const figures = {
  weekShare: '7 days, share',
  revenue: 'Revenue',
  ecpm: 'eCPM',
  matchRate: 'Fill rate',
  share: 'Share',
  ofGroup: 'of the group',
} as const;
