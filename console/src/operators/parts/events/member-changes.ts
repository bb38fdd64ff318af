import { codeWords } from '../../../../../src/admin/contract/audit-log/sentences.ts';
import { sameJson } from '../../../../../src/conventions/json.ts';
import { upperFirst } from '../../../../../src/conventions/upper-first.ts';

type Values = Readonly<Record<string, unknown>>;

const isSimple = (value: unknown): boolean =>
  typeof value !== 'object' || (Array.isArray(value) && value.every(isSimple));

function textOf(value: unknown): string {
  if (value === undefined) return '';
  return Array.isArray(value) ? value.map(String).join(', ') : String(value);
}

/** `active → revoked`; only one of the two if there is no other. */
export const changeText = (before: string | undefined, after: string | undefined): string =>
  before && after !== undefined ? `${before} → ${after || '–'}` : (after ?? `${before} → –`);

/** What changed, by member. A member whose value is an object is left out; the JSON below has it. */
export function memberChanges(
  before: Values = {},
  after: Values = {},
): readonly (readonly [string, string])[] {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((name) => !sameJson(before[name], after[name]))
    .filter((name) => isSimple(before[name]) && isSimple(after[name]))
    .map((name) => [upperFirst(codeWords(name)), changeText(textOf(before[name]), textOf(after[name]))]);
}
