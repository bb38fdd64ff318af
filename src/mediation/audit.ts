import type { AuditEntry, Subject } from '../audit/entry.ts';
import { type MethodName, methodId } from './contract/index.ts';
import type { Request } from './request.ts';

/** Kinds of resources, by the pattern of their names. */
const SUBJECTS = [
  ['publisher', /^accounts\/(pub-\d{16})$/],
  ['app', /^accounts\/[^/]+\/apps\/[^/]+$/],
  ['servingKey', /^accounts\/[^/]+\/apps\/[^/]+\/servingKeys\/[^/]+$/],
  ['adUnit', /^accounts\/[^/]+\/adUnits\/[^/]+$/],
  ['adUnitMapping', /^accounts\/[^/]+\/adUnits\/[^/]+\/adUnitMappings\/[^/]+$/],
  ['mediationGroup', /^accounts\/[^/]+\/mediationGroups\/[^/]+$/],
  ['mediationAbExperiment', /^accounts\/[^/]+\/mediationGroups\/[^/]+\/mediationAbExperiments\/[^/]+$/],
] as const satisfies readonly (readonly [Subject, RegExp])[];

type MediationSubject = (typeof SUBJECTS)[number][0];

interface AuditedResource {
  readonly subject: MediationSubject;
  /** The resource name; for a publisher, its id. */
  readonly subjectId: string;
}

/** The subject of a resource in the audit log; undefined if the name has no known form. */
export function auditedResource(name: string): AuditedResource | undefined {
  for (const [subject, pattern] of SUBJECTS) {
    const found = pattern.exec(name);
    if (found) return { subject, subjectId: found[1] ?? name };
  }
  return undefined;
}

export const resourceName = ({ subject, subjectId }: Pick<AuditEntry, 'subject' | 'subjectId'>): string =>
  subject === 'publisher' ? `accounts/${subjectId}` : subjectId;

interface Change {
  /** The name of the resource. */
  readonly resource: string | undefined;
  readonly before?: object;
  readonly after?: object;
  /** A fixed code. */
  readonly reason?: string;
}

const stateOf = (resource: object | undefined) =>
  (resource as { readonly state?: string } | undefined)?.state;

/** The audit log entry for a change of one resource. Resources are in the format of the interface. */
export function changeEntry(
  { resource = '', before, after, reason }: Change,
  facts: Required<Pick<AuditEntry, 'actor' | 'publisherId' | 'method' | 'at'>>,
): AuditEntry {
  const about = auditedResource(resource);
  if (!about) throw new Error('a change of something that is no resource');
  const [from, to] = [stateOf(before), stateOf(after)];
  return {
    ...about,
    event: before ? 'update' : 'create',
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
    ...(reason !== undefined && { reason }),
    ...facts,
    details: { ...(before && { before }), ...(after && { after }) },
  } as AuditEntry;
}

/** The audit log entries for all changes of a request. */
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
  const actor = { kind: 'client', requestId, callerId: caller.subject } as const;
  return changes.map((change) => changeEntry(change, { actor, publisherId, method: methodId(method), at }));
}
