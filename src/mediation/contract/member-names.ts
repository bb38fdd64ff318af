import { mapValueOf, type Schema } from '../../conventions/json-schema.ts';
import { METHODS } from './methods.ts';

function* namesIn(schema: Schema, seen: Set<Schema>): Generator<string> {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield name;
    yield* namesIn(member, seen);
  }
  for (const below of [schema.items, mapValueOf(schema)]) if (below) yield* namesIn(below, seen);
}

/** The names of all members and parameters that methods declare. */
function declaredNames(): ReadonlySet<string> {
  const seen = new Set<Schema>();
  return new Set(
    Object.values(METHODS).flatMap(({ query, ...method }) => [
      ...namesIn(query as Schema, seen),
      ...('request' in method ? namesIn(method.request as Schema, seen) : []),
    ]),
  );
}

let names: ReadonlySet<string> | undefined;

/**
 * The path of a member without what the client chose: `mediationGroupLines[].cpmMicros`. Undefined if it has a name that no
 * method declares.
 */
export function declaredPath(path: string): string | undefined {
  names ??= declaredNames();
  const plain = path.replace(/\[[^[\]]*\]/g, '[]');
  const known = names;
  return plain.split('.').every((name) => known.has(name.replaceAll('[]', ''))) ? plain : undefined;
}
