import { type TSchema, Type } from 'typebox';
import { AwaitedAnswer } from '../../admin/approvals/contract.ts';
import type { AdminMethod } from '../../admin/method.ts';
import { METHOD_NAMES, methodNamed } from '../../admin/registry.ts';
import { Status } from '../conventions/status-schema.ts';
import { openApi } from '../openapi.ts';

/** The members of a request that are not in its path. */
function membersBesidePath({ request, http }: AdminMethod): TSchema {
  const properties = { ...(request as { properties?: Record<string, TSchema> }).properties };
  for (const [, name] of http[1].matchAll(/\{(\w+)\}/g)) delete properties[name as string];
  return Type.Object(properties);
}

export function adminOpenApi(version: string): object {
  const waits = {
    description: 'It waits for a second person (admin.secondPerson); nothing was done',
    schema: AwaitedAnswer,
  };
  const errors = { default: { description: 'google.rpc.Status', schema: Status } };
  const described = METHOD_NAMES.map((name) => {
    const method = methodNamed(name);
    const [verb, path] = method.http;
    return {
      operationId: name,
      method: verb === 'GET' ? ('get' as const) : ('post' as const),
      path,
      summary: method.summary,
      role: method.role,
      ...(verb === 'POST' ? { request: membersBesidePath(method) } : { query: membersBesidePath(method) }),
      response: method.response,
      ...(method.secondPerson && { accepted: waits }),
      errors,
    };
  });
  return openApi('Diptych administration', version, described);
}
