import { type TSchema, Type } from 'typebox';
import type { Role } from '../../conventions/admin/index.ts';
import { Status } from '../conventions/status-schema.ts';
import { openApi } from '../openapi.ts';

interface DescribedMethod {
  readonly name: string;
  readonly http: readonly ['GET' | 'POST', string];
  readonly role: Role;
  readonly summary: string;
  readonly request: TSchema;
  readonly response: TSchema;
}

/** The members of a request that are not in its path. */
function membersBesidePath({ request, http }: DescribedMethod): TSchema {
  const properties = { ...(request as { properties?: Record<string, TSchema> }).properties };
  for (const [, name] of http[1].matchAll(/\{(\w+)\}/g)) delete properties[name as string];
  return Type.Object(properties);
}

export function adminOpenApi(version: string, methods: readonly DescribedMethod[]): object {
  const errors = { default: { description: 'google.rpc.Status', schema: Status } };
  const described = methods.map((method) => ({
    operationId: method.name,
    method: method.http[0] === 'GET' ? ('get' as const) : ('post' as const),
    path: method.http[1],
    summary: method.summary,
    role: method.role,
    ...(method.http[0] === 'POST'
      ? { request: membersBesidePath(method) }
      : { query: membersBesidePath(method) }),
    response: method.response,
    errors,
  }));
  return openApi('Diptych administration', version, described);
}
