import type { ValueType } from './document-type.ts';

const patterns = new Map<string, RegExp>();

/** Compiled patterns are cached. They come only from document types, so there are few. @throws SyntaxError */
export function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const made = new RegExp(pattern, 'u');
  patterns.set(pattern, made);
  return made;
}

type ElementName = Pick<ValueType, 'identifier' | 'identifierPattern'>;

/** Whether an identifier matches this element type. A family of elements has a pattern. */
export function matchesIdentifier({ identifier, identifierPattern }: ElementName, given: string): boolean {
  return identifierPattern === undefined ? identifier === given : compiled(identifierPattern).test(given);
}

/** Identifiers of the given elements that match this type, sorted. */
export function identifiersOf(
  type: ElementName,
  given: Pick<ReadonlySet<string>, 'has' | 'keys'>,
): readonly string[] {
  const { identifier, identifierPattern } = type;
  if (identifierPattern !== undefined) {
    return [...given.keys()].filter((one) => matchesIdentifier(type, one)).sort();
  }
  return identifier !== undefined && given.has(identifier) ? [identifier] : [];
}

/** The form of identifiers and namespaces. Personal data such as names and addresses does not match it. */
const NAME = /^(?=.{1,64}$)([a-z][a-z0-9_.]*|[A-Za-z]+(_[A-Za-z0-9.]+)+)$/;

/** A name from a request, shown in findings only if it is short and looks like an identifier. */
export function shownName(name: string): string {
  return NAME.test(name) ? name : '…';
}
