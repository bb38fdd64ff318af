import { mapValueOf, type Schema, snakeToCamel } from './json-schema.ts';

function* namesIn(schema: Schema, seen: Set<Schema>): Generator<string> {
  if (seen.has(schema)) return;
  seen.add(schema);
  for (const [name, member] of Object.entries(schema.properties ?? {})) {
    yield name;
    yield* namesIn(member, seen);
  }
  for (const below of [schema.items, mapValueOf(schema)]) if (below) yield* namesIn(below, seen);
}

/** The path of a member without what the client chose; undefined if it has a name that is not declared. */
export type DeclaredPath = (path: string) => string | undefined;

/**
 * Paths of the members that these shapes declare: `mediationGroupLines["-1"].cpmMicros` is `mediationGroupLines[].cpmMicros`, and
 * `holders.0.id` is `holders[].id`. Names may also be in snake_case.
 */
export function declaredPaths(shapes: () => Iterable<Schema>): DeclaredPath {
  let names: ReadonlySet<string> | undefined;
  return (path) => {
    const seen = new Set<Schema>();
    names ??= new Set([...shapes()].flatMap((shape) => [...namesIn(shape, seen)]));
    const known = names;
    const steps = path
      .replace(/\[[^[\]]*\]/g, '[]')
      .replace(/\.\d+(?=\.|$)/g, '[]')
      .split('.')
      .map(snakeToCamel);
    return steps.every((step) => known.has(step.replaceAll('[]', ''))) ? steps.join('.') : undefined;
  };
}
