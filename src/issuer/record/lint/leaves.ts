import { identifiersOf, type ValueType } from '../../document-types/index.ts';
import type { LintedRecord, RuleFinding } from './rule.ts';

type Wanted = (type: ValueType) => boolean;

/** A value and the values in it, down to those without members. */
function* inside(value: unknown, type: ValueType, path: string, wanted: Wanted): Generator<RuleFinding> {
  if (wanted(type)) yield { path, value };
  const { items, members = {} } = type;
  if (items)
    for (const [index, item] of (value as readonly unknown[]).entries())
      yield* inside(item, items, `${path}[${index}]`, wanted);
  for (const [name, member] of Object.entries(members)) {
    const one = (value as Readonly<Record<string, unknown>>)[name];
    if (one !== undefined && one !== null) yield* inside(one, member, `${path}.${name}`, wanted);
  }
}

/** The values of a record whose type is wanted, also those inside of lists and maps. */
export function leaves({ type, values }: LintedRecord, wanted: Wanted): readonly RuleFinding[] {
  return type.namespaces.flatMap(({ name, elements }) => {
    const given = values.get(name);
    if (!given) return [];
    return elements.flatMap((element) =>
      identifiersOf(element, given).flatMap((identifier) => [
        ...inside(given.get(identifier), element, `${name}/${identifier}`, wanted),
      ]),
    );
  });
}
