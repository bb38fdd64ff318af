import type { TSchema } from 'typebox';
import { isObject } from '../conventions/json.ts';
import { upperFirst } from '../conventions/upper-first.ts';

type Json = Readonly<Record<string, unknown>>;

/** Titles that are names of components. Other titles are kept as titles. */
const NAME = /^[A-Z][A-Za-z0-9]*$/;

const componentName = ({ title }: Json): string | undefined =>
  typeof title === 'string' && NAME.test(title) ? title : undefined;

/** Internal keywords, with the names that generators know. Undefined: left out of documents. */
const RENAMED: ReadonlyMap<string, string | undefined> = new Map([
  ['protoType', undefined],
  ['asSent', undefined],
  ['explicit', undefined],
  ['enumDescriptions', 'x-enumDescriptions'],
]);

/** Keywords whose members are schemas. */
const BY_NAME: ReadonlySet<string> = new Set(['properties', 'patternProperties']);

interface SchemaDescriber {
  /** JSON Schema 2020-12. Named schemas become references; `name` is used for a schema without a title. */
  describe(schema: TSchema, name?: string): object;
  /** `#/components/schemas`: all referenced schemas. */
  readonly named: Readonly<Record<string, object>>;
}

/** Collects the schemas of one document; each named schema occurs once. */
function schemaDescriber(): SchemaDescriber {
  const named: Record<string, object> = {};

  function described(value: unknown): unknown {
    if (Array.isArray(value)) return value.map(described);
    if (!isObject(value)) return value;
    const name = componentName(value);
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

/** One operation of an interface, from its contract. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'patch';
  readonly path: string;
  readonly summary: string;
  /** The lowest role that may call it. */
  readonly role?: string;
  readonly request?: TSchema;
  /** Its members are the query parameters. */
  readonly query?: TSchema;
  readonly response: TSchema;
  /** Media types of an answer that is not JSON. */
  readonly media?: readonly string[];
  /** The answer with status 202, if the request waits. */
  readonly accepted?: { readonly description: string; readonly schema: TSchema };
  /** Parameters of the whole interface. */
  readonly common?: readonly object[];
  /** Scopes by security scheme. Each entry is one way to authenticate. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Error body by HTTP status. */
  readonly errors: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>;
}

const PATH_PARAMETER = /\{(\w+)\}/g;

function content(schema: TSchema, { describe }: SchemaDescriber, name?: string) {
  return { 'application/json': { schema: describe(schema, name) } };
}

const binary = (media: readonly string[]) =>
  Object.fromEntries(media.map((type) => [type, { schema: { type: 'string', format: 'binary' } }]));

/** `healthCheck` as `HealthCheckRequest`. */
const nameOf = (operationId: string, part: 'Request' | 'Response') => `${upperFirst(operationId)}${part}`;

function parameters({ path, query, common = [] }: DescribedOperation, { describe }: SchemaDescriber) {
  const names = [...path.matchAll(PATH_PARAMETER)].map((match) => match[1]);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const members = Object.entries(
    (query as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {},
  );
  const inQuery = members.map(([name, schema]) => ({
    name,
    in: 'query',
    schema: describe(schema),
  }));
  const all = [...inPath, ...inQuery, ...common];
  return all.length > 0 ? { parameters: all } : {};
}

/** Without required members, the body is optional. */
function requestBody(request: TSchema, operationId: string, schemas: SchemaDescriber) {
  const { required = [] } = request as { readonly required?: readonly string[] };
  const name = nameOf(operationId, 'Request');
  return { requestBody: { required: required.length > 0, content: content(request, schemas, name) } };
}

function described(operation: DescribedOperation, schemas: SchemaDescriber) {
  const { operationId, summary, role, request, response, media, accepted, errors, security } = operation;
  const refusals = Object.entries(errors).map(([status, { description, schema }]) => [
    status,
    { description, content: content(schema, schemas) },
  ]);
  return {
    operationId,
    summary,
    ...parameters(operation, schemas),
    ...(request ? requestBody(request, operationId, schemas) : {}),
    ...(security && { security }),
    ...(role && { 'x-role': role }),
    responses: {
      200: {
        description: 'Success',
        content: media ? binary(media) : content(response, schemas, nameOf(operationId, 'Response')),
      },
      ...(accepted && {
        202: { description: accepted.description, content: content(accepted.schema, schemas) },
      }),
      ...Object.fromEntries(refusals),
    },
  };
}

/**
 * Makes OpenAPI 3.1 from a contract. TypeBox schemas are JSON Schema 2020-12; named schemas become
 * components.
 */
export function openApi(
  title: string,
  version: string,
  operations: readonly DescribedOperation[],
  components: object = {},
): object {
  const schemas = schemaDescriber();
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    const { path, method } = operation;
    paths[path] = { ...paths[path], [method]: described(operation, schemas) };
  }
  const { named } = schemas;
  return {
    openapi: '3.1.0',
    info: { title, version },
    paths,
    components: { ...(Object.keys(named).length > 0 && { schemas: named }), ...components },
  };
}
