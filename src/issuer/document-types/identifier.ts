import type { ValueType } from './document-type.ts';
import { compiled } from './pattern.ts';

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
