/** The keywords of JSON Schema that the contracts use. */
export interface Schema {
  readonly type?: string;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly format?: string;
  readonly pattern?: string;
  readonly minLength?: number;
  readonly minimum?: number;
}

/** A value for each pattern in the contracts. */
const SAMPLES = ['EUR', '1', 'pub-1111111111111111', 'text'];

function textFor({ format, pattern, minLength = 0 }: Schema): string {
  if (format === 'date-time' || format === 'google-datetime') return '2026-11-20T12:00:00Z';
  if (format === 'int64') return '1';
  const fitting = SAMPLES.find((sample) => pattern === undefined || new RegExp(pattern, 'u').test(sample));
  return (pattern === undefined ? 'text' : (fitting ?? 'text')).padEnd(minLength, 'x');
}

/** A valid value of a schema, with every member. Members with known names get the known values. */
export function skeleton(schema: Schema, known: Readonly<Record<string, string>>, name = ''): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf) return skeleton(schema.anyOf[0] ?? {}, known, name);
  const members = (of: Readonly<Record<string, Schema>>) =>
    Object.fromEntries(Object.entries(of).map(([key, child]) => [key, skeleton(child, known, key)]));
  switch (schema.type) {
    case 'object': {
      const [ofAny] = Object.values(schema.patternProperties ?? {});
      return { ...members(schema.properties ?? {}), ...(ofAny && members({ '-1': ofAny })) };
    }
    case 'array':
      return [skeleton(schema.items ?? {}, known, name)];
    case 'integer':
    case 'number':
      return schema.minimum ?? 1;
    case 'boolean':
      return true;
    case 'string':
      return Object.hasOwn(known, name) ? known[name] : textFor(schema);
    case undefined:
      return {};
  }
}
