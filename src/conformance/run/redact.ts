/** The longest list and the deepest value that a report shows. */
const MAX_ITEMS = 3;
const MAX_DEPTH = 6;

/** Identifiers that the runner or the issuer made for debugging. */
const KEPT = new Set(['requestId', 'issuerErrorIdentifier', 'status', 'reason', 'state', 'error', 'event']);
const PLAIN = /^[\w.:-]{1,64}$/;
const NAME = /^[A-Za-z][A-Za-z_-]{0,40}$/;
/** Numbers of the interface that say nothing about a person. */
const COUNTS = new Set(['major', 'minor', 'remainingAttempts', 'maxAttempts', 'code']);

function text(name: string, value: string): string {
  return KEPT.has(name) && PLAIN.test(value) ? value : `(text of ${value.length} characters)`;
}

/**
 * The shape of a message without its content. Only what is on a list of harmless members is kept, because a
 * report is given to others, and the answers of a faulty issuer can contain anything anywhere.
 */
export function redacted(value: unknown, known: ReadonlySet<string>, name = '', depth = 0): unknown {
  if (typeof value === 'string') return text(name, value);
  if (typeof value === 'number') return COUNTS.has(name) ? value : '(number)';
  if (typeof value !== 'object' || value === null) return value;
  if (depth === MAX_DEPTH) return '(more)';
  if (Array.isArray(value)) {
    const shown = value.slice(0, MAX_ITEMS).map((item) => redacted(item, known, '', depth + 1));
    return value.length > MAX_ITEMS ? [...shown, `(${value.length - MAX_ITEMS} more)`] : shown;
  }
  const members = Object.entries(value).map(([member, child]) =>
    known.has(member) && NAME.test(member)
      ? [member, redacted(child, known, member, depth + 1)]
      : ['(other member)', '(not shown)'],
  );
  return Object.fromEntries(members);
}

interface Shape {
  readonly properties?: Readonly<Record<string, unknown>>;
  readonly items?: unknown;
  readonly anyOf?: readonly unknown[];
  readonly patternProperties?: Readonly<Record<string, unknown>>;
}

/** The names of all members in these schemas. */
export function memberNames(schemas: readonly unknown[]): Set<string> {
  const names = new Set<string>();
  const seen = new Set<unknown>();
  const visit = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null || seen.has(schema)) return;
    seen.add(schema);
    const { properties = {}, items, anyOf = [], patternProperties = {} } = schema as Shape;
    for (const [name, child] of Object.entries(properties)) {
      names.add(name);
      visit(child);
    }
    for (const child of [items, ...anyOf, ...Object.values(patternProperties)]) visit(child);
  };
  for (const schema of schemas) visit(schema);
  return names;
}
