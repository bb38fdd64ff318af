import {
  type Method,
  type MethodName,
  methodId,
  type Scope,
  type ServedMethods,
  scopesOf,
} from '../contract/index.ts';
import { type DescribedSchema, property } from './schemas.ts';

/** Parameters of every method. Refused parameters, such as tokens in the URL, are left out. */
export const SYSTEM_PARAMETERS = {
  '$.xgafv': {
    type: 'string',
    location: 'query',
    description: 'Format of errors.',
    enum: ['1', '2'],
    enumDescriptions: ['With the older list of errors.', 'Without it.'],
  },
  alt: {
    type: 'string',
    location: 'query',
    description: 'Format of the answer.',
    default: 'json',
    enum: ['json'],
    enumDescriptions: ['application/json'],
  },
  fields: { type: 'string', location: 'query', description: 'Which parts of the answer are wanted.' },
  key: { type: 'string', location: 'query', description: 'Ignored.' },
  prettyPrint: {
    type: 'boolean',
    location: 'query',
    description: 'With indentation and line breaks.',
    default: 'true',
  },
  quotaUser: { type: 'string', location: 'query', description: 'Ignored.' },
  uploadType: { type: 'string', location: 'query', description: 'Ignored.' },
  upload_protocol: { type: 'string', location: 'query', description: 'Ignored.' },
} as const;

/** The strings of the scopes in tokens. */
export type ScopeStrings = Readonly<Record<Scope, string>>;

function parameters({ address, query }: Method) {
  const declared = Object.entries(query.properties as Record<string, DescribedSchema>);
  const inQuery = declared.map(([name, schema]) => [name, { location: 'query', ...property(schema) }]);
  const { parameter } = address;
  if (!parameter) return { parameters: Object.fromEntries(inQuery), parameterOrder: [] };
  const { name, pattern, format } = parameter;
  const inPath = { location: 'path', required: true, type: 'string', pattern, description: format };
  return { parameters: { [name]: inPath, ...Object.fromEntries(inQuery) }, parameterOrder: [name] };
}

function method(name: MethodName, described: Method, scopes: ScopeStrings): object {
  const { address, description, request, response } = described;
  const ref = (schema: DescribedSchema) => ({ $ref: schema.title });
  return {
    id: methodId(name),
    description,
    httpMethod: address.httpMethod,
    path: address.path,
    flatPath: address.flatPath,
    ...parameters(described),
    ...(request && { request: ref(request as DescribedSchema) }),
    response: ref(response as DescribedSchema),
    scopes: scopesOf(name).map((scope) => scopes[scope]),
    streamingType: described.streams ? 'SERVER_SIDE' : 'NONE',
  };
}

interface Resource {
  methods?: Record<string, object>;
  resources?: Record<string, Resource>;
}

/** `accounts.apps.list` is the method `list` of the resource `apps` inside the resource `accounts`. */
export function resources(served: ServedMethods, scopes: ScopeStrings): Record<string, Resource> {
  const root: Resource = {};
  for (const name of served.names) {
    const steps = name.split('.');
    const last = steps.pop() as string;
    let at = root;
    for (const step of steps) {
      at.resources ??= {};
      at = at.resources[step] ??= {};
    }
    at.methods = { ...at.methods, [last]: method(name, served.of(name), scopes) };
  }
  return root.resources ?? {};
}
