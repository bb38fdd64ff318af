import { mapValueOf, type Schema } from '../../conventions/json-schema.ts';
import { omit } from '../../conventions/omit.ts';
import type { ServedMethods } from '../contract/index.ts';

/** A schema of the contract: members that the conventions use, and descriptions for people. */
export interface DescribedSchema extends Schema {
  readonly title?: string;
  readonly description?: string;
  readonly enumDescriptions?: readonly string[];
}

/** Keywords that have the same name in the discovery document. */
const KEPT = ['description', 'format', 'enum', 'enumDescriptions', 'readOnly'] as const;

function annotations(schema: DescribedSchema): object {
  return Object.fromEntries(
    KEPT.filter((name) => schema[name] !== undefined).map((name) => [name, schema[name]]),
  );
}

/** A member, an item or a value. Messages are referenced by name. */
export function property(schema: DescribedSchema): object {
  if (schema.title !== undefined) return { $ref: schema.title, ...annotations(schema) };
  if (schema.items) return { type: 'array', ...annotations(schema), items: property(element(schema.items)) };
  const value = mapValueOf(schema);
  if (value) {
    return { type: 'object', ...annotations(schema), additionalProperties: property(element(value)) };
  }
  return { type: schema.enum ? 'string' : (schema.type ?? 'any'), ...annotations(schema) };
}

/** A reference has the description of its place, or that of the message. */
function element(schema: DescribedSchema): DescribedSchema {
  return schema.title === undefined ? schema : omit(schema, 'description');
}

function message(schema: DescribedSchema): object {
  const { title, description, properties = {} } = schema;
  const members = Object.entries(properties).map(([name, member]) => [name, property(member)]);
  return { id: title, type: 'object', description, properties: Object.fromEntries(members) };
}

/** Every message that requests and answers use, directly or indirectly, by name. */
export function schemas(served: ServedMethods): object {
  const found = new Map<string, DescribedSchema>();
  function visit(schema: DescribedSchema): void {
    const below = [...Object.values(schema.properties ?? {}), schema.items, mapValueOf(schema)];
    if (schema.title !== undefined) {
      if (found.has(schema.title)) return;
      found.set(schema.title, schema);
    }
    for (const next of below) if (next) visit(next);
  }
  for (const name of served.names) {
    const { request, response } = served.of(name);
    if (request) visit(request as DescribedSchema);
    visit(response as DescribedSchema);
  }
  const sorted = [...found.values()].sort((a, b) => ((a.title ?? '') < (b.title ?? '') ? -1 : 1));
  return Object.fromEntries(sorted.map((schema) => [schema.title, message(schema)]));
}
