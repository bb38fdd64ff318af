import type { EventView } from '../admin/contract/audit-log/methods.ts';
import type { ChangeWords } from '../admin/contract/explained/changes.ts';
import { codeWords } from '../conventions/code-words.ts';
import { sameJson } from '../conventions/json.ts';
import { percentText } from '../conventions/percent.ts';
import { upperFirst } from '../conventions/upper-first.ts';
import { groupChanges } from './group-changes.ts';
import { groupText, type Shown } from './group-text.ts';

type Values = Readonly<Record<string, unknown>>;

/** What changed, with its value before and after, in words. */
export type EventChange = readonly [what: string, text: string];

/** `active → revoked`; only one of the two if there is no other. */
export const changeText = (before: string | undefined, after: string | undefined): string =>
  before && after !== undefined ? `${before} → ${after || '–'}` : (after ?? `${before} → –`);

/** The version of a resource says nothing to people, and its id and those of people and clients stand elsewhere. */
const LEFT_OUT = /^(?:etag|name|id|user|userId|clientId|adUnitId|experimentId|mediationGroupId)$/;

const isCode = (name: string) => /(?:[sS]tate|[tT]ypes?|[fF]ormat|platform|Leader)$/.test(name);
const TIME = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

function valueText(name: string, value: unknown, words: ChangeWords, time: Shown['time']): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((one) => valueText(name, one, words, time)).join(', ');
  const text = String(value);
  if (TIME.test(text)) return time(text);
  if (name === 'treatmentTrafficPercentage') return percentText(Number(text) / 100);
  if (!isCode(name)) return text;
  const { states, experimentStates, platforms, formats, leaders } = words;
  const tables = [states, experimentStates, platforms, formats, leaders];
  const word = tables.map((table) => table[text]).find((one) => one !== undefined);
  return word ?? (/^[A-Z][A-Z\d_]+$/.test(text) ? upperFirst(codeWords(text)) : text);
}

const isSimple = (value: unknown): boolean =>
  typeof value !== 'object' || (Array.isArray(value) && value.every(isSimple));

/** What changed, by member. A member whose value is an object is left out. */
export function memberChanges(
  before: Values | undefined = {},
  after: Values | undefined = {},
  words: ChangeWords,
  time: Shown['time'],
): readonly EventChange[] {
  const label = (name: string) => words.others[name] ?? words.values[name] ?? upperFirst(codeWords(name));
  const text = (name: string, value: unknown) => valueText(name, value, words, time);
  return [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((name) => !LEFT_OUT.test(name) && !sameJson(before[name], after[name]))
    .filter((name) => isSimple(before[name]) && isSimple(after[name]))
    .map((name) => [label(name), changeText(text(name, before[name]), text(name, after[name]))]);
}

/** What the entry says that changed, as people read it. */
export function eventChanges(
  { subject, details: { before, after } = {} }: Pick<EventView, 'subject' | 'details'>,
  words: ChangeWords,
  shown: Shown,
): readonly EventChange[] {
  if (subject !== 'mediationGroup' || !after) return memberChanges(before, after, words, shown.time);
  const text = groupText(words, shown, after, before ?? {});
  return groupChanges(before ?? {}, after).map((change) => {
    const [what, was, is] = text.parts(change);
    if (change.kind === 'removed') return [what, was];
    return [what, before && change.kind === 'changed' ? `${was} → ${is}` : is];
  });
}
