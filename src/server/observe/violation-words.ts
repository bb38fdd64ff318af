import type { DeclaredPath } from '../../conventions/declared-paths.ts';
import type { FieldViolation } from '../../conventions/status.ts';

/** Violations that are stored of one request, so that a row stays small. */
const MOST = 20;

const LONGEST = 300;

/** A finding that is short enough for a row. */
export const shortened = (text: string): string =>
  text.length > LONGEST ? `${text.slice(0, LONGEST - 1)}…` : text;

/** Variable parts that the server chose; all others can repeat what the client sent. */
const OF_SERVER: ReadonlySet<string> = new Set([
  'adUnits',
  'expected',
  'fitting',
  'id',
  'known',
  'label',
  'limit',
  'lines',
  'parameter',
  'position',
  'settings',
  'supported',
  'type',
]);

/** A selection of fields has only names. Ids and secrets have other characters too. */
const NAMES_ONLY = /^[A-Za-z*][A-Za-z/*]{0,59}$/;

const isPlain = (name: string, value: string): boolean =>
  value === '' || OF_SERVER.has(name) || (name === 'selection' && NAMES_ONLY.test(value));

/** In place of what the client sent. */
const LEFT_OUT = '…';

const WORD_CHARACTER = /\w/;

/** A text without a value. Where words of the server only contain it, as TYPE_INT64 contains 6, they stay. */
function without(text: string, value: string): string {
  const [first = '', ...others] = text.split(value);
  const isPart = (before: string, after: string) =>
    (WORD_CHARACTER.test(value.charAt(0)) && WORD_CHARACTER.test(before.slice(-1))) ||
    (WORD_CHARACTER.test(value.slice(-1)) && WORD_CHARACTER.test(after.charAt(0)));
  return others.reduce((all, after) => all + (isPart(all, after) ? value : LEFT_OUT) + after, first);
}

/** The description without what the client sent; undefined if the words of the server cannot be told from it. */
function plainDescription(
  { field, description, metadata = {} }: FieldViolation,
  path: string | undefined,
): string | undefined {
  let text = field === '' ? description : description.replaceAll(`'${field}'`, path ?? LEFT_OUT);
  for (const [name, value] of Object.entries(metadata)) {
    if (isPlain(name, value)) continue;
    // In messages about JSON, quotes in a value are escaped.
    const repeated = [JSON.stringify(value), value].find((one) => text.includes(one));
    if (repeated === undefined) return undefined;
    text = without(text, repeated);
  }
  return path === undefined && field !== '' && text.includes(field) ? undefined : text;
}

function wordsOf(violation: FieldViolation, declaredPath: DeclaredPath): string | undefined {
  const path = declaredPath(violation.field);
  const text = plainDescription(violation, path);
  const name = path ?? (violation.field === '' ? '' : LEFT_OUT);
  if (text === undefined) return path;
  return text.includes(name) ? text : `${name} ${text}`;
}

/** What is wrong with which member, without what the client sent: `displayName is required.` */
export function violationWords(
  violations: readonly FieldViolation[],
  declaredPath: DeclaredPath,
): readonly string[] {
  const all = violations.flatMap((one) => wordsOf(one, declaredPath) ?? []);
  return [...new Set(all)].slice(0, MOST).map(shortened);
}
