import type { MethodName } from './contract/index.ts';
import { methodId } from './contract/index.ts';
import type { AuditEntry } from './ports/entities.ts';
import type { Request } from './request.ts';

interface Change {
  /** Resource name. */
  readonly resource: string | undefined;
  readonly before?: object;
  readonly after?: object;
}

/** The lines of the trail for what a request changed. */
export function auditEntries(
  {
    publisherId,
    caller,
    requestId,
    method,
  }: Pick<Request<MethodName>, 'publisherId' | 'caller' | 'requestId' | 'method'>,
  at: number,
  changes: readonly Change[],
): readonly AuditEntry[] {
  const by = { publisherId, at, subject: caller.subject, requestId, method: methodId(method) };
  return changes.map(({ resource = '', before, after }) => ({
    ...by,
    resource,
    ...(before && { before }),
    ...(after && { after }),
  }));
}
