import { type TSchema, Type } from 'typebox';
import { type MethodName, methodId, type ServedMethods, scopesOf } from '../../mediation/contract/index.ts';
import { SCOPE_DESCRIPTIONS } from '../../mediation/discovery/index.ts';
import { type ScopeStrings, SYSTEM_PARAMETERS } from '../../mediation/discovery/methods.ts';
import { Status } from '../conventions/status-schema.ts';
import { type DescribedOperation, openApi } from '../openapi.ts';

const SCHEME = 'accessToken';

const VERB = { GET: 'get', POST: 'post', PATCH: 'patch' } as const;

/** Parameters of every method, as components. */
const COMMON = Object.entries(SYSTEM_PARAMETERS).map(([name, { description, type, ...rest }]) => {
  const schema = { type, ...('enum' in rest && { enum: rest.enum }) };
  return [name.replaceAll(/\W/g, ''), { name, in: 'query', description, schema }] as const;
});
const REFERENCES = COMMON.map(([key]) => ({ $ref: `#/components/parameters/${key}` }));

function described(name: MethodName, { served, scopes }: MediationOpenApiOptions): DescribedOperation {
  const { address, description, query, request, response, streams } = served.of(name);
  return {
    operationId: methodId(name),
    method: VERB[address.httpMethod],
    path: `/${address.flatPath}`,
    summary: description,
    query,
    common: REFERENCES,
    ...(request && { request }),
    response: streams ? Type.Array(response) : response,
    security: scopesOf(name).map((scope) => ({ [SCHEME]: [scopes[scope]] })),
    errors: { default: { description: 'google.rpc.Status', schema: Status as TSchema } },
  };
}

interface MediationOpenApiOptions {
  readonly version: string;
  readonly served: ServedMethods;
  readonly scopes: ScopeStrings;
  /** Endpoints of the embedded authorization server; absent without it. */
  readonly endpoints?: { readonly authorization: string; readonly token: string } | undefined;
}

function securityScheme({ scopes, endpoints }: MediationOpenApiOptions): object {
  if (!endpoints) return { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' };
  const flow = {
    authorizationUrl: endpoints.authorization,
    tokenUrl: endpoints.token,
    refreshUrl: endpoints.token,
    scopes: {
      [scopes.monetization]: SCOPE_DESCRIPTIONS.monetization,
      [scopes.readonly]: SCOPE_DESCRIPTIONS.readonly,
      [scopes.report]: SCOPE_DESCRIPTIONS.report,
      [scopes.statistics]: SCOPE_DESCRIPTIONS.statistics,
    },
  };
  return { type: 'oauth2', flows: { authorizationCode: flow } };
}

/** OpenAPI of the mediation interface. */
export function mediationOpenApi(options: MediationOpenApiOptions): object {
  const { version, served } = options;
  const operations = served.names.map((name) => described(name, options));
  return openApi('Ad mediation configuration', version, operations, {
    parameters: Object.fromEntries(COMMON),
    securitySchemes: { [SCHEME]: securityScheme(options) },
  });
}
