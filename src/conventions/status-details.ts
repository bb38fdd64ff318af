import type { StatusError } from './status.ts';

interface Detail {
  readonly '@type': string;
  readonly [member: string]: unknown;
}

const detail = (type: string, members: object): Detail => ({
  '@type': `type.googleapis.com/google.rpc.${type}`,
  ...members,
});

/** google.protobuf.Duration in JSON. */
const seconds = (milliseconds: number) => `${milliseconds / 1000}s`;

/** `error.details[]` of google.rpc.Status: one ErrorInfo always, every other type at most once (AIP-193). */
export function statusDetails(error: StatusError, domain: string): readonly Detail[] {
  const { reason, violations, details } = error;
  const { metadata, preconditions, retryDelay } = details;
  const listed: Detail[] = [detail('ErrorInfo', { reason, domain, ...(metadata && { metadata }) })];
  if (violations.length > 0) {
    const fieldViolations = violations.map(({ field, description }) =>
      field === '' ? { description } : { field, description },
    );
    listed.push(detail('BadRequest', { fieldViolations }));
  }
  if (preconditions) listed.push(detail('PreconditionFailure', { violations: preconditions }));
  if (retryDelay !== undefined) listed.push(detail('RetryInfo', { retryDelay: seconds(retryDelay) }));
  return listed;
}
