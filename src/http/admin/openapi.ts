import { type TSchema, Type } from 'typebox';
import { AwaitedAnswer } from '../../admin/approvals/index.ts';
import type { AdminMethod } from '../../admin/method.ts';
import { Status } from '../conventions/status-schema.ts';
import { openApi } from '../openapi.ts';

interface DescribedMethod extends AdminMethod {
  readonly name: string;
}

/** The members of a request that are not in its path. */
function membersBesidePath({ request, http }: DescribedMethod): TSchema {
  const properties = { ...(request as { properties?: Record<string, TSchema> }).properties };
  for (const [, name] of http[1].matchAll(/\{(\w+)\}/g)) delete properties[name as string];
  return Type.Object(properties);
}

export function adminOpenApi(version: string, methods: readonly DescribedMethod[]): object {
  const waits = {
    description: 'It waits for a second person (admin.secondPerson); nothing was done',
    schema: AwaitedAnswer,
  };
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
    ...(method.secondPerson && { accepted: waits }),
    errors,
  }));
  return openApi('Diptych administration', version, described);
}
