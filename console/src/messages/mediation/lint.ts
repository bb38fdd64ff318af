export const lint = {
  title: 'Lint',
  lead: 'What is probably wrong in the settings of this account.',
  caption: 'Findings',
  columns: { level: 'Level', what: 'What is wrong', action: 'What to do', group: 'Group' },
  level: 'Level',
  anyLevel: 'All levels',
  rule: 'Rule',
  anyRule: 'All rules',
  levels: { ERROR: 'Error', WARNING: 'Warning', HINT: 'Hint' },
  ruleOption: (rule: string, count: number) => `${rule} (${count})`,
  ofGroup: (group: string) => `Only group ${group}`,
  allGroups: 'All groups',
  emptyTitle: 'Nothing is found',
  emptyText: 'No rule finds a problem here.',
  more: (shown: number, all: number) =>
    `${shown} of ${all} findings are shown; choose a rule to see more of it.`,
  count: (count: number) => (count === 1 ? '1 finding' : `${count} findings`),
} as const;
