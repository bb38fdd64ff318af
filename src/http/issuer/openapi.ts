import {
  ERROR_REASONS,
  type ErrorReason,
  ErrorResponse,
  OPERATION_NAMES,
  OPERATIONS,
  operationPath,
} from '../../issuer/contract/index.ts';
import { openApi } from '../openapi.ts';
import { STATUS_OF_REASON } from './error-table.ts';

/** Reasons by status: `{ 400: "invalidApiVersion, …" }`. */
function errors() {
  const statuses = Object.entries(STATUS_OF_REASON) as [ErrorReason, number][];
  const byStatus = Map.groupBy(statuses, ([, status]) => status);
  const responses = [...byStatus].map(([status, reasons]) => {
    const names = reasons.map(([reason]) => reason).filter((reason) => reason in ERROR_REASONS);
    return [String(status), { description: names.join(', '), schema: ErrorResponse }] as const;
  });
  return Object.fromEntries([
    ...responses,
    ['500', { description: 'Internal failure: no reason member.', schema: ErrorResponse }],
  ]);
}

export function issuerOpenApi(version: string): object {
  const described = OPERATION_NAMES.map((name) => ({
    operationId: name,
    method: 'post' as const,
    path: operationPath(name),
    summary: OPERATIONS[name].summary,
    request: OPERATIONS[name].request,
    response: OPERATIONS[name].response,
    errors: errors(),
  }));
  return openApi('Issuer-hosted credential provisioning', version, described);
}
