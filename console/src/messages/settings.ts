import { n, of } from './counts.ts';

export const settings = {
  title: 'Policy and settings',
  lead: 'They are changed in files and environment variables, and take effect at the next start.',
  tabs: { settings: 'Settings', documents: 'Document types' },
  findings: 'Findings',
  checked: 'Checked',
  allClear: 'No problems were found.',
  levels: { ok: 'ok', warning: 'warning', failure: 'failure' },
  findingColumns: { level: 'Level', check: 'Check', text: 'Finding', remedy: 'What to do' },
  showOk: 'Show checks that passed',
  settings: 'Settings',
  version: 'Version',
  profile: 'Profile',
  digest: 'Digest',
  columns: { name: 'Setting', value: 'Value', source: 'From' },
  sources: { default: 'default', file: 'file', environment: 'environment', option: 'command line' },
  search: 'Name contains',
  changedOnly: 'Only settings that are not the default',
  policyOnly: 'Only the policy',
  server: 'server',
  group: (name: string, count: number, changed: number) =>
    `${name} (${of(count, 'setting', 'settings')}${changed > 0 ? `, ${n(changed)} not the default` : ''})`,
  noneTitle: 'No setting matches',
} as const;
