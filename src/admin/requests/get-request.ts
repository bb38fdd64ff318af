import type { LoggedEntry } from '../../audit/entry.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import type { AuditEntry } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { ownerIn } from '../../issuer/ports/people.ts';
import type { HandledRequest, RequestIds } from '../../issuer/ports/requests.ts';
import { remedyOf } from '../../issuer/remedies.ts';
import { isTenDigits } from '../../mediation/names.ts';
import { withName } from '../access/user-names.ts';
import { eventViews } from '../audit-log/list-events.ts';
import {
  EXPLAINED_KINDS,
  type ExplainedKind,
  type HandledRequestView,
  REQUEST_METHODS,
  type SubjectView,
} from '../contract/requests/methods.ts';
import type { AdminDeps, LogAdminDeps, OperationDeps } from '../operation/deps.ts';
import { operation } from '../operation/operation.ts';
import { SUBJECTS_BY_ID } from './explain-subject.ts';

/** Maximum number of requests that are shown for one id, and of their changes. */
const MOST = { requests: 100, changes: 1000 };

type Named = HandledRequestView['named'][number];

const SUBJECTS: Readonly<Record<keyof RequestIds, Named['subject']>> = {
  deviceReferenceId: 'device',
  proofingId: 'proofing',
  credentialId: 'credential',
};

/** The state after a change; a device is only registered or not yet registered. */
const stateAfter = ({ to, event }: AuditEntry) => (event === 'register' ? 'registered' : to);

/** The state of a subject at a time; undefined if the subject did not exist yet. */
async function stateAt(
  reader: OperatorReader,
  { subject, id }: Pick<Named, 'subject' | 'id'>,
  at: number,
): Promise<string | undefined> {
  const change = await reader.lastChange(subject, id, at);
  if (change) return stateAfter(change);
  return subject === 'device' && (await reader.device(id)) ? 'unregistered' : undefined;
}

/** The states before and after a request, from the request's own changes or from the changes before it. */
async function namedView(
  reader: OperatorReader,
  about: Pick<Named, 'subject' | 'id'>,
  request: HandledRequest,
  changes: readonly LoggedEntry[],
): Promise<Named> {
  const end = request.at + Math.ceil(request.microseconds / 1000);
  const own = changes.filter(
    (change) =>
      change.subject === about.subject &&
      change.subjectId === about.id &&
      change.at >= request.at &&
      change.at <= end &&
      stateAfter(change) !== undefined,
  );
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) {
    const state = await stateAt(reader, about, end);
    return { ...about, ...(state && { before: state, after: state }) };
  }
  // The audit log does not say whether a registration is the first one of the device.
  const before = about.subject === 'device' ? await stateAt(reader, about, request.at - 1) : first.from;
  const after = stateAfter(last);
  return { ...about, ...(before && { before }), ...(after && { after }) };
}

/** The requests with the holders to whom their resources belong. */
async function withOwners(
  reader: OperatorReader,
  requests: readonly HandledRequestView[],
): Promise<HandledRequestView[]> {
  const named = requests.flatMap((request) => request.named);
  const owners = await reader.ownersOf(named.map(({ subject, id }) => [subject, id]));
  return requests.map((request) => ({
    ...request,
    named: request.named.map((one) => ({ ...one, ...ownerIn(owners, one.subject, one.id) })),
  }));
}

async function requestView(
  reader: OperatorReader,
  request: HandledRequest,
  changes: readonly LoggedEntry[],
): Promise<HandledRequestView> {
  const { at, microseconds, ids, members, ...rest } = request;
  const subjects: Named[] = [];
  for (const [name, id] of Object.entries(ids) as [keyof RequestIds, string][])
    subjects.push(await namedView(reader, { subject: SUBJECTS[name], id }, request, changes));
  const remedy = rest.remedy ?? (rest.interface === 'issuer' ? remedyOf(rest) : undefined);
  return {
    ...rest,
    ...(remedy !== undefined && { remedy }),
    time: isoTime(at),
    milliseconds: microseconds / 1000,
    members: [...members],
    named: subjects,
  };
}

/** The name of each kind of id in the interfaces. */
const NAMES: Readonly<Record<ExplainedKind, string>> = {
  request: 'requestId',
  error: 'issuerErrorIdentifier',
  rejection: 'issuerRejectionIdentifier',
  proofing: 'proofingId',
  credential: 'credentialId',
  device: 'deviceReferenceId',
  user: 'user',
  oauthClient: 'OAuth client',
  publisher: 'publisher',
  mediationGroup: 'mediation group',
  holder: 'holder',
};

function refuseUnknown(id: string, kinds: readonly ExplainedKind[], groups: readonly string[]): never {
  if (groups.length > 1)
    throw new StatusError(
      'REQUEST_NOT_FOUND',
      `several mediation groups have this id; explain one by its name: ${groups.join(' or ')}`,
    );
  if (id.includes('@'))
    throw new StatusError(
      'REQUEST_NOT_FOUND',
      'an email is no id; the list of users has the id of a user, and with it the audit log has what the user did',
    );
  const names = kinds.map((kind) => NAMES[kind]).join(', ');
  const hint =
    'requests are kept for retention.requestDays, state changes for retention.auditLogDays; not stored are requests that only read in the administration, those of callers that are not admitted, those for addresses of no interface, those of apps and of readers of status lists, and most without credentials';
  const text = `nothing was found by this id; it was looked for as ${names}; ${hint}`;
  throw new StatusError('REQUEST_NOT_FOUND', text);
}

interface Found {
  readonly kind: ExplainedKind;
  readonly subjects: readonly SubjectView[];
  readonly requests: readonly HandledRequest[];
  readonly changes: readonly LoggedEntry[];
}

/** The requests with this id, or the request whose error has this identifier. */
async function requestsBy(
  reader: OperatorReader,
  id: string,
  kind: 'request' | 'error',
): Promise<Found | undefined> {
  const both = await reader.requests(id, MOST.requests);
  const requests = both.filter(({ requestId, errorId }) => (kind === 'request' ? requestId : errorId) === id);
  const requestIds = new Set([
    ...(kind === 'request' ? [id] : []),
    ...requests.map(({ requestId }) => requestId),
  ]);
  requestIds.delete('');
  const changes: LoggedEntry[] = [];
  for (const requestId of requestIds)
    changes.push(...(await reader.listEntries({ limit: MOST.changes }, { requestId })));
  return requests.length + changes.length === 0 ? undefined : { kind, subjects: [], requests, changes };
}

type SubjectKind = keyof typeof SUBJECTS_BY_ID;

const isSubjectKind = (kind: ExplainedKind): kind is SubjectKind => Object.hasOwn(SUBJECTS_BY_ID, kind);

/** The requests that made these changes. */
async function requestsOf(
  reader: OperatorReader,
  changes: readonly LoggedEntry[],
): Promise<readonly HandledRequest[]> {
  const requestIds = new Set(
    changes.flatMap(({ actor }) => ('requestId' in actor && actor.requestId !== '' ? [actor.requestId] : [])),
  );
  const requests: HandledRequest[] = [];
  for (const requestId of requestIds) {
    const left = MOST.requests - requests.length;
    if (left <= 0) break;
    requests.push(...(await reader.requests(requestId, left)));
  }
  return requests;
}

type Deps = Pick<LogAdminDeps, 'store' | 'requests' | 'clock' | 'names'> & Pick<AdminDeps, 'mediation'>;

/** Names of the mediation groups with this id, which is unique in one account alone; of two at most. */
async function groupsOf({ mediation }: Deps, id: string, kinds: readonly ExplainedKind[]) {
  if (!mediation || !kinds.includes('mediationGroup') || !isTenDigits(id)) return [];
  return mediation.store.read((reader) => reader.groupNames(id, 2));
}

/** The requests with this id. Their changes were committed before the requests were logged. */
function findRequests({ store }: Deps, id: string, kinds: readonly ExplainedKind[]) {
  return store.read(async (reader) => {
    for (const kind of kinds) {
      const byRequest = isSubjectKind(kind) ? undefined : await requestsBy(reader, id, kind);
      if (byRequest) return byRequest;
    }
    return undefined;
  });
}

/** The subject with this id, and the requests that changed it. Its state is the one after its last change. */
async function findSubject(
  { store, clock }: Deps,
  id: string,
  kinds: readonly ExplainedKind[],
  [group = id, ...others]: readonly string[],
): Promise<Found | undefined> {
  const now = clock();
  const bySubject = await store.snapshot(async (reader) => {
    for (const kind of kinds.filter(isSubjectKind)) {
      if (kind === 'mediationGroup' && others.length > 0) continue;
      const subject = await SUBJECTS_BY_ID[kind](reader, kind === 'mediationGroup' ? group : id, now);
      if (subject) return { kind, ...subject };
    }
    return undefined;
  });
  return (
    bySubject && {
      ...bySubject,
      requests: await store.read((reader) => requestsOf(reader, bySubject.changes)),
    }
  );
}

/** Looks up an id of the given kind, or of any kind. */
export const getRequest = operation(REQUEST_METHODS.getRequest, {
  needs: ({ log, mediation }: OperationDeps): Deps => ({ ...log, mediation }),
  async run(deps, { id, kind: wanted }, caller) {
    await deps.requests.settled();
    const kinds = wanted === undefined ? EXPLAINED_KINDS : [wanted];
    const groups = await groupsOf(deps, id, kinds);
    const found = (await findRequests(deps, id, kinds)) ?? (await findSubject(deps, id, kinds, groups));
    if (!found) return refuseUnknown(id, kinds, groups);
    const { kind, subjects, changes } = found;
    const requests = await deps.store.read(async (reader) => {
      const views: HandledRequestView[] = [];
      for (const request of found.requests) views.push(await requestView(reader, request, changes));
      return withOwners(reader, views);
    });
    const emails = await deps.names(
      caller,
      requests.map(({ operatorId }) => operatorId),
    );
    return {
      kind,
      subjects: [...subjects],
      requests: requests.map((one) => ({ ...one, ...withName(emails, 'operatorName', one.operatorId) })),
      events: await eventViews(changes, deps, caller),
    };
  },
});
