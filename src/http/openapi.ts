import type { TSchema } from 'typebox';

/** One operation of a panel, as its contract describes it. */
export interface DescribedOperation {
  readonly operationId: string;
  readonly method: 'get' | 'post' | 'patch';
  readonly path: string;
  readonly summary: string;
  readonly request?: TSchema;
  /** Members are query parameters. */
  readonly query?: TSchema;
  readonly response: TSchema;
  /** Parameters of the whole interface, which the operation does not declare itself. */
  readonly common?: readonly object[];
  /** Scopes by security scheme, each entry one way to be let in. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  /** Error body by HTTP status. */
  readonly errors: Readonly<Record<string, { readonly description: string; readonly schema: TSchema }>>;
}

const PATH_PARAMETER = /\{(\w+)\}/g;

function content(schema: TSchema) {
  return { 'application/json': { schema: JSON.parse(JSON.stringify(schema)) as object } };
}

function parameters({ path, query, common = [] }: DescribedOperation) {
  const names = [...path.matchAll(PATH_PARAMETER)].map((match) => match[1]);
  const inPath = names.map((name) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const members = Object.entries(
    (query as { properties?: Record<string, TSchema> } | undefined)?.properties ?? {},
  );
  const inQuery = members.map(([name, schema]) => ({
    name,
    in: 'query',
    schema: JSON.parse(JSON.stringify(schema)) as object,
  }));
  const all = [...inPath, ...inQuery, ...common];
  return all.length > 0 ? { parameters: all } : {};
}

/** Where no member is required, the body may be left out altogether. */
function requestBody(request: TSchema) {
  const { required = [] } = request as { readonly required?: readonly string[] };
  return { requestBody: { required: required.length > 0, content: content(request) } };
}

function describe(operation: DescribedOperation) {
  const { operationId, summary, request, response, errors, security } = operation;
  const refusals = Object.entries(errors).map(([status, { description, schema }]) => [
    status,
    { description, content: content(schema) },
  ]);
  return {
    operationId,
    summary,
    ...parameters(operation),
    ...(request ? requestBody(request) : {}),
    ...(security && { security }),
    responses: {
      200: { description: 'Success', content: content(response) },
      ...Object.fromEntries(refusals),
    },
  };
}

/** OpenAPI 3.1 from a contract: TypeBox schemas are JSON Schema 2020-12 as they are. */
export function openApi(
  title: string,
  version: string,
  operations: readonly DescribedOperation[],
  components: object = {},
): object {
  const paths: Record<string, Record<string, object>> = {};
  for (const operation of operations) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: describe(operation) };
  }
  return { openapi: '3.1.0', info: { title, version }, paths, ...components };
}
