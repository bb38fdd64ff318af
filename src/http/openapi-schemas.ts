import type { TSchema } from 'typebox';
import { isObject } from '../conventions/json.ts';

type Json = Readonly<Record<string, unknown>>;

/** Titles that can name a component; other titles stay titles. */
const NAME = /^[A-Z][A-Za-z0-9]*$/;

const nameOf = ({ title }: Json): string | undefined =>
  typeof title === 'string' && NAME.test(title) ? title : undefined;

/** Internal keywords under the names that generators know; undefined: internal only. */
const RENAMED: ReadonlyMap<string, string | undefined> = new Map([
  ['protoType', undefined],
  ['enumDescriptions', 'x-enumDescriptions'],
]);

/** Keywords whose members are schemas. */
const BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

export interface SchemaDescriber {
  /** JSON Schema 2020-12; named schemas become references, and `name` is for a schema without a title. */
  describe(schema: TSchema, name?: string): object;
  /** `#/components/schemas`: all referenced schemas. */
  readonly named: Readonly<Record<string, object>>;
}

/** Collects the schemas of one document; each named schema occurs once. */
export function schemaDescriber(): SchemaDescriber {
  const named: Record<string, object> = {};

  function described(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(described);
    if (!isObject(value)) return value;
    const name = nameOf(value);
    if (name === undefined) return inline(value);
    named[name] ??= inline(value);
    const { description, readOnly } = value;
    return {
      $ref: `#/components/schemas/${name}`,
      ...(description !== undefined && { description }),
      ...(readOnly !== undefined && { readOnly }),
    };
  }

  function inline(schema: Json): object {
    const members = Object.entries(schema).flatMap(([keyword, value]) => {
      const name = RENAMED.has(keyword) ? RENAMED.get(keyword) : keyword;
      if (name === undefined) return [];
      if (!BY_NAME.has(keyword) || !isObject(value)) return [[name, described(value)]];
      return [[name, Object.fromEntries(Object.entries(value).map(([key, one]) => [key, described(one)]))]];
    });
    const isNames = Array.isArray(schema.enum) && schema.enum.every((one) => typeof one === 'string');
    return { ...(isNames && { type: 'string' }), ...Object.fromEntries(members) };
  }

  return {
    describe(schema, title) {
      const own = JSON.parse(JSON.stringify(schema)) as Json;
      return described({ ...(title !== undefined && { title }), ...own }) as object;
    },
    named,
  };
}
