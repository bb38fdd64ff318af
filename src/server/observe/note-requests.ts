import type { Clock } from '../../conventions/time.ts';
import type { AdminExchange } from '../../http/admin/plugin.ts';
import type { IssuerExchange } from '../../http/issuer/exchange.ts';
import type { RequestTrail } from './request-log.ts';

/** Arrival and duration. Observers are called after the answer. */
function timing(milliseconds: number, clock: Clock) {
  return { at: clock() - Math.round(milliseconds), microseconds: Math.round(milliseconds * 1000) };
}

/**
 * Stores requests of the issuer panel, so that they can be looked up by an id. Requests of callers that are
 * not admitted are only counted, so that they cannot fill the database.
 */
export function noteIssuer({ note }: RequestTrail, clock: Clock) {
  return (exchange: IssuerExchange): void => {
    const { requestId, operation, outcome, bodyBytes, received, milliseconds } = exchange;
    const { issuerErrorIdentifier: errorId, failedCheck, condition, description } = exchange;
    if (!exchange.admitted || (requestId === '' && errorId === undefined)) return;
    note({
      requestId,
      interface: 'issuer',
      operation,
      ...timing(milliseconds, clock),
      bodyBytes,
      members: received?.members ?? [],
      outcome,
      ...(failedCheck !== undefined && { failedCheck }),
      ...(condition !== undefined && { condition }),
      ...(description !== undefined && { description }),
      ...(errorId !== undefined && { errorId }),
      ids: received?.ids ?? {},
    });
  };
}

/** Stores requests of operators that change something. Requests that only read are in the server log. */
export function noteAdmin({ note }: RequestTrail, clock: Clock) {
  return (exchange: AdminExchange): void => {
    const { method, requestId, operatorId, reads, bodyBytes, outcome, milliseconds } = exchange;
    if (reads || operatorId === undefined) return;
    note({
      requestId,
      interface: 'admin',
      operation: method,
      ...timing(milliseconds, clock),
      bodyBytes,
      members: [],
      outcome,
      operatorId,
      ids: {},
    });
  };
}
