import type { ValueType } from './document-type.ts';

const patterns = new Map<string, RegExp>();

/** Patterns come from document types, so there are few of them. @throws SyntaxError */
export function compiled(pattern: string): RegExp {
  const known = patterns.get(pattern);
  if (known) return known;
  const made = new RegExp(pattern, 'u');
  patterns.set(pattern, made);
  return made;
}

type ElementName = Pick<ValueType, 'identifier' | 'identifierPattern'>;

/** Whether an element is of this type; a family of elements has a pattern. */
export function matchesIdentifier({ identifier, identifierPattern }: ElementName, given: string): boolean {
  return identifierPattern === undefined ? identifier === given : compiled(identifierPattern).test(given);
}

/** The given elements that are of this type, sorted. */
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

/** As identifiers and namespaces are written; people, streets and numbers are not. */
const NAME = /^(?=.{1,64}$)([a-z][a-z0-9_.]*|[A-Za-z]+(_[A-Za-z0-9.]+)+)$/;

/** A name from outside as findings show it: short and plain, or not at all. */
export function shownName(name: string): string {
  return NAME.test(name) ? name : '…';
}
