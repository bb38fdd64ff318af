import { REASONS, type Reason, type StatusCode } from '../conventions/reasons/index.ts';

/** A check of requests, and the refusals that come from it. */
interface MediationCheck {
  readonly name: string;
  readonly codes?: readonly StatusCode[];
  readonly reasons?: readonly Reason[];
}

/** The checks of all methods, in order: the first that fails gives the answer. */
export const MEDIATION_CHECKS: readonly MediationCheck[] = [
  { name: 'route', reasons: ['ROUTE_NOT_FOUND', 'METHOD_NOT_ALLOWED', 'MALFORMED_URL', 'MALFORMED_REQUEST'] },
  { name: 'access token', codes: ['UNAUTHENTICATED'] },
  { name: 'permission', codes: ['PERMISSION_DENIED'] },
  { name: 'limits', codes: ['RESOURCE_EXHAUSTED'] },
  { name: 'parameters and body', codes: ['INVALID_ARGUMENT'] },
  { name: 'existence', codes: ['NOT_FOUND'] },
  { name: 'state', codes: ['FAILED_PRECONDITION', 'ABORTED', 'ALREADY_EXISTS'] },
];

/** The check that refused; undefined for failures of the server. */
export function mediationCheckOf(reason: string): string | undefined {
  const [code] = REASONS[reason as Reason]?.codes ?? [];
  const check =
    MEDIATION_CHECKS.find(({ reasons }) => reasons?.includes(reason as Reason)) ??
    MEDIATION_CHECKS.find(({ codes }) => code !== undefined && codes?.includes(code));
  return check?.name;
}
