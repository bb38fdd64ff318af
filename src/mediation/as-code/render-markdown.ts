import type { Change, GroupPlan, LinePlan, Plan } from './plan-model.ts';
import { isShown, summaryText } from './render-text.ts';

/** Names are made by people: nothing in them is markup. */
const plain = (text: string) =>
  text
    .replace(/[&<>]/g, (sign) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;' })[sign] ?? '')
    .replace(/[\\`*_[\]|~#@!]/g, '\\$&')
    .replace(/\s+/g, ' ');

/** In HTML, Markdown is not read. */
const html = (text: string) =>
  text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`).replace(/\s+/g, ' ');

const row = (...cells: readonly string[]) => `| ${cells.map(plain).join(' | ')} |`;

const HOW: Readonly<Record<Change['how'], string>> = {
  write: 'write',
  overwrite: 'overwrite drift',
  drift: 'drift, stays',
  conflict: 'conflict: both changed',
  theirs: 'conflict, stays',
  'by-hand': 'by hand in the console',
};

const DONE: Readonly<Record<LinePlan['action'], string>> = {
  none: '',
  add: 'add',
  change: '',
  replace: 'new id',
  disable: 'disable',
  gone: 'gone, stays so',
};

function lineRows({ key, title, action, changes }: LinePlan): readonly string[] {
  const name = `line ${key ?? title}`;
  if (action === 'none') return [];
  if (action === 'gone') return [row(name, '-', '-', DONE.gone)];
  return changes.map(({ member, from, to, how }) =>
    row(`${name}: ${member}`, from, to, DONE[action] || HOW[how]),
  );
}

const TITLE: Readonly<Record<GroupPlan['action'], string>> = {
  none: 'unchanged',
  create: 'create',
  adopt: 'adopt',
  change: 'change',
  unarchive: 'unarchive',
  archive: 'archive',
  'disable-lines': 'disable all lines',
  gone: 'gone',
};

function groupPart(plan: GroupPlan): readonly string[] {
  const { key, id, name, action, blocked, changes, lines, warnings, byHand } = plan;
  const rows = [
    ...changes.map(({ member, from, to, how }) => row(member, from, to, HOW[how])),
    ...lines.flatMap(lineRows),
  ];
  const what = blocked === undefined ? TITLE[action] : 'blocked';
  const notes = [
    ...(blocked === undefined ? [] : [blocked]),
    ...warnings,
    ...byHand.map((task) => `by hand in the console: ${task}`),
  ];
  return [
    `<details><summary><b>${html(key ?? name)}</b> ${html(name)}${id === undefined ? '' : ` (${html(id)})`}: ${what}</summary>`,
    '',
    ...(rows.length > 0 ? ['| member | now | file | |', '| --- | --- | --- | --- |', ...rows, ''] : []),
    ...notes.flatMap((note) => [`- ${plain(note)}`]),
    ...(notes.length > 0 ? [''] : []),
    '</details>',
    '',
  ];
}

/** A plan for a pull request: a table for each group, folded. */
export function planMarkdown(plan: Plan): string {
  const mappings = plan.mappings.filter(({ action }) => action !== 'none');
  const table = [
    '| mapping | adapter | ad unit | settings | |',
    '| --- | --- | --- | --- | --- |',
    ...mappings.map(({ key, adapter, adUnit, values, action }) => {
      const settings = Object.entries(values).map(([name, value]) => `${name} ${value}`);
      return row(key, adapter, adUnit, settings.join(', '), action);
    }),
    '',
  ];
  const left = plan.unmanaged.map(({ name, id }) => `${plain(name)} (${id})`).join(', ');
  return [
    `### Mediation of ${plain(plan.publisher)}: ${summaryText(plan)}`,
    '',
    `Server: ${plain(plan.server)}`,
    '',
    ...(mappings.length > 0 ? table : []),
    ...plan.groups.filter(isShown).flatMap(groupPart),
    ...(left === '' ? [] : [`Not in the file, left alone: ${left}`, '']),
  ].join('\n');
}
