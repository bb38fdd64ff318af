import { type TSchema, Type } from 'typebox';
import { AwaitedAnswer } from '../../admin/contract/approvals/methods.ts';
import {
  isGuarded,
  type MethodName,
  methodNamed,
  methodsOf,
  sentRequest,
} from '../../admin/contract/index.ts';
import type { Panel } from '../../conventions/panel.ts';
import { Status } from '../conventions/status-schema.ts';
import { openApi } from '../openapi.ts';

/** The members of a request that are not in the path. */
function membersBesidePath(name: MethodName): TSchema {
  const properties = { ...(sentRequest(name) as { properties?: Record<string, TSchema> }).properties };
  const { http } = methodNamed(name);
  for (const [, member = ''] of http[1].matchAll(/\{(\w+)\}/g)) delete properties[member];
  return Type.Object(properties);
}

const IF_MATCH = {
  name: 'If-Match',
  in: 'header',
  description: 'The etag that was read; another one by now is answered with 412.',
  schema: { type: 'string' },
};

export function adminOpenApi(version: string, panels: readonly Panel[]): object {
  const waits = {
    description: 'It waits for a second person (admin.secondPerson); nothing was done',
    schema: AwaitedAnswer,
  };
  const errors = { default: { description: 'google.rpc.Status', schema: Status } };
  const described = methodsOf(panels).map((name) => {
    const method = methodNamed(name);
    const [verb, path] = method.http;
    return {
      operationId: name,
      method: verb === 'GET' ? ('get' as const) : ('post' as const),
      path,
      summary: method.summary,
      role: method.role,
      ...(verb === 'POST' ? { request: membersBesidePath(name) } : { query: membersBesidePath(name) }),
      ...(method.etagOf && { common: [IF_MATCH] }),
      response: method.response,
      ...(method.media && { media: method.media }),
      ...(isGuarded(name) && { accepted: waits }),
      errors,
    };
  });
  return openApi('Diptych administration', version, described);
}
