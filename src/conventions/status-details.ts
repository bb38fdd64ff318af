import type { FieldViolation, StatusError } from './status.ts';

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

/** Everything that varies in the messages of violations: `field` and so on of the first, `field2` of the second. */
function varying(violations: readonly FieldViolation[]): Readonly<Record<string, string>> {
  const members = violations.flatMap(({ field, metadata }, index) => {
    const own = Object.entries({ ...(field !== '' && { field }), ...metadata });
    return own.map(([name, value]) => [index === 0 ? name : `${name}${index + 1}`, value] as const);
  });
  return Object.fromEntries(members);
}

/** `error.details[]` of google.rpc.Status: one ErrorInfo always, every other type at most once (AIP-193). */
export function statusDetails(error: StatusError, domain: string): readonly Detail[] {
  const { reason, violations, details } = error;
  const { metadata = varying(violations), preconditions, retryDelay } = details;
  const hasAny = Object.keys(metadata).length > 0;
  const listed: Detail[] = [detail('ErrorInfo', { reason, domain, ...(hasAny && { metadata }) })];
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
