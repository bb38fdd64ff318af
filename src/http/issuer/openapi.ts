import { Type } from 'typebox';
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

/** Errors that are not in the table of reasons. */
const OTHER_ERRORS = new Map([
  ['413', 'invalidFieldValue: the body is too large, or has too many JSON values'],
  ['415', 'invalidFieldValue: the body has another type, or is compressed'],
  ['429', 'Too many requests, try again after Retry-After: no reason member.'],
  ['431', 'invalidFieldValue: the address and the headers are too large'],
  ['500', 'Internal failure: no reason member.'],
  ['503', 'It cannot be done now, try again after Retry-After: no reason member.'],
]);

/** Reasons by status: `{ 400: "invalidApiVersion, …" }`. */
function errors() {
  const statuses = Object.entries(STATUS_OF_REASON) as [ErrorReason, number][];
  const byStatus = Map.groupBy(statuses, ([, status]) => status);
  const responses = [...byStatus].map(([status, reasons]) => {
    const names = reasons.map(([reason]) => reason).filter((reason) => reason in ERROR_REASONS);
    return [String(status), { description: names.join(', '), schema: ErrorResponse }] as const;
  });
  const others = [...OTHER_ERRORS].map(([status, description]) => [
    status,
    { description, schema: ErrorResponse },
  ]);
  return Object.fromEntries([...responses, ...others]);
}

const PARTIAL = Type.Object({
  fields: Type.Optional(Type.String({ description: 'Selects which fields the answer holds: a,b/c,d(e,f).' })),
});

/** `fields`: whether the parameter `fields` is supported. */
export function issuerOpenApi(version: string, { fields }: { readonly fields: boolean }): object {
  const described = OPERATION_NAMES.map((name) => ({
    operationId: name,
    method: 'post' as const,
    path: operationPath(name),
    summary: OPERATIONS[name].summary,
    request: OPERATIONS[name].request,
    ...(fields && { query: PARTIAL }),
    response: OPERATIONS[name].response,
    errors: errors(),
  }));
  return openApi('Issuer-hosted credential provisioning', version, described);
}
