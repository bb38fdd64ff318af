import {
  type Change,
  type GroupPlan,
  hasWork,
  isDrifted,
  type LinePlan,
  type MappingPlan,
  needsHand,
  type Plan,
  summaryOf,
} from './plan-model.ts';

const HOW: Readonly<Record<Change['how'], string>> = {
  write: '',
  overwrite: '  (drift, is overwritten)',
  drift: '  (drift, stays; --overwrite-drift writes the file)',
  conflict: '  (conflict: both changed; --ours writes the file, --theirs keeps the server)',
  theirs: '  (conflict, stays as on the server)',
  'by-hand': '  (by hand in the console)',
};

const changeText = ({ member, from, to, how }: Change) => `${member}: ${from} -> ${to}${HOW[how]}`;

const SIGN: Readonly<Record<LinePlan['action'], string>> = {
  none: ' ',
  add: '+',
  change: '~',
  replace: '±',
  disable: '-',
  gone: '!',
};

function lineText({ key, title, action, changes }: LinePlan): readonly string[] {
  if (action === 'none') return [];
  const name = key === undefined ? `line "${title}"` : `line ${key}`;
  if (action === 'gone') {
    const how = changes[0]?.how;
    return [
      `    ! ${name} is gone${how === undefined ? ' (drift, stays; --overwrite-drift adds it again)' : HOW[how]}`,
    ];
  }
  if (action === 'add') {
    const texts = changes.map(({ member, to }) => `${member} ${to}`).join(', ');
    return [`    + ${name}: ${texts}`];
  }
  const [only] = changes;
  if (changes.length === 1 && only) return [`    ${SIGN[action]} ${name}: ${changeText(only)}`];
  return [`    ${SIGN[action]} ${name}`, ...changes.map((change) => `        ${changeText(change)}`)];
}

const WHAT: Readonly<Record<GroupPlan['action'], string>> = {
  none: ' ',
  create: '+ create',
  adopt: '= adopt',
  change: '~ change',
  unarchive: '~ unarchive',
  archive: '- archive',
  'disable-lines': '- disable all lines of',
  gone: '! gone',
};

const titleOf = ({ key, name, id }: GroupPlan) =>
  `${key === undefined ? '' : `${key} `}"${name}"${id === undefined ? '' : ` (${id})`}`;

function groupText(plan: GroupPlan): readonly string[] {
  const { action, changes, lines, blocked, warnings, byHand } = plan;
  const own =
    action === 'create'
      ? [`    ${changes.map(({ member, to }) => `${member} ${to}`).join(', ')}`]
      : changes.map((change) => `    ${changeText(change)}`);
  return [
    `  ${blocked === undefined ? WHAT[action] : '! blocked'} ${titleOf(plan)}`,
    ...(blocked === undefined ? [] : [`    ${blocked}`]),
    ...(action === 'gone'
      ? ['    it is not on the server, or archived; --overwrite-drift brings it back']
      : []),
    ...own,
    ...lines.flatMap(lineText),
    ...warnings.map((warning) => `    warning: ${warning}`),
    ...byHand.map((task) => `    by hand in the console: ${task}`),
  ];
}

function mappingText({ key, adUnit, adapter, action, values, orphan }: MappingPlan): readonly string[] {
  const settings = Object.entries(values).map(([name, value]) => `${name} ${value}`);
  const sign = action === 'adopt' ? '= adopt' : '+ create';
  return [
    `  ${sign} ${key}: ${[`${adapter} for ${adUnit}`, ...settings].join(', ')}`,
    ...(orphan === undefined
      ? []
      : [`    warning: ${orphan} stays without a use; mappings cannot be deleted`]),
  ];
}

export const isShown = (plan: GroupPlan) =>
  hasWork(plan) ||
  isDrifted(plan) ||
  needsHand(plan) ||
  plan.blocked !== undefined ||
  plan.warnings.length > 0;

const WORDS = {
  create: 'to create',
  change: 'to change',
  adopt: 'to adopt',
  remove: 'to take out of service',
  mappings: 'mappings to write',
  drift: 'drifted',
  byHand: 'by hand',
  blocked: 'blocked',
} as const;

/** "1 to create, 2 to change" */
export function summaryText(plan: Plan): string {
  const summary = summaryOf(plan);
  const texts = Object.entries(WORDS).flatMap(([name, words]) => {
    const count = summary[name as keyof typeof WORDS];
    return count === 0 ? [] : [`${count} ${count === 1 ? words.replace('mappings', 'mapping') : words}`];
  });
  return texts.join(', ') || 'no change';
}

/** A plan for a terminal. */
export function planText(plan: Plan): string {
  const mappings = plan.mappings.filter(({ action }) => action !== 'none');
  const groups = plan.groups.filter(isShown);
  const { unmanaged } = plan;
  const names = unmanaged.map(({ id, name }) => `"${name}" (${id})`).join(', ');
  return [
    `${plan.publisher} on ${plan.server}: ${summaryText(plan)}`,
    ...(mappings.length > 0 ? ['', 'Mappings', ...mappings.flatMap(mappingText)] : []),
    ...(groups.length > 0 ? ['', 'Groups', ...groups.flatMap(groupText)] : []),
    ...(unmanaged.length > 0 ? ['', `Not in the file, left alone: ${names}`] : []),
  ].join('\n');
}
