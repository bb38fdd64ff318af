import type { DeclaredPath } from '../../conventions/declared-paths.ts';
import type { FieldViolation } from '../../conventions/status.ts';

/** Violations that are stored of one request, and the longest text of one, so that a row stays small. */
const MOST = { violations: 20, length: 300 };

/** Variable parts that the server chose; all others can repeat what the client sent. */
const OF_SERVER: ReadonlySet<string> = new Set(['type', 'limit', 'lines', 'adUnits', 'expected', 'position']);

/** A selection of fields has only names. Ids and secrets have other characters too. */
const NAMES_ONLY = /^[A-Za-z*][A-Za-z/*]{0,59}$/;

const isPlain = (name: string, value: string): boolean =>
  value === '' || OF_SERVER.has(name) || (name === 'selection' && NAMES_ONLY.test(value));

/** In place of what the client sent. */
const LEFT_OUT = '…';

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
    text = text.replaceAll(repeated, LEFT_OUT);
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
  const all = violations.flatMap((one) => wordsOf(one, declaredPath)?.slice(0, MOST.length) ?? []);
  return [...new Set(all)].slice(0, MOST.violations);
}
