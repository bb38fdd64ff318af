import { StatusError } from '../../conventions/status.ts';
import type { StateChange } from '../ports/entities.ts';
import type { HandledRequest, RequestIds } from '../ports/requests.ts';
import type { IssuerReader } from '../ports/store.ts';
import type { TrailedChange } from '../ports/trail.ts';
import type { HandledRequestView } from './contract/index.ts';
import { eventView } from './events.ts';
import type { AdminOperation } from './operation.ts';
import { isoTime } from './views.ts';

/** Most requests of one id that are shown, and most changes of them. */
const MOST = { requests: 100, changes: 1000 };

type Named = HandledRequestView['named'][number];

const SUBJECTS: Readonly<Record<keyof RequestIds, Named['subject']>> = {
  deviceReferenceId: 'device',
  proofingId: 'proofing',
  credentialId: 'credential',
};

/** What a change made of its subject; a device has no states but that it is registered, or not yet. */
const stateAfter = ({ to, event }: StateChange) => (event === 'register' ? 'registered' : to);

/** The state of a subject at a time; undefined for one that was not known. */
async function stateAt(
  reader: IssuerReader,
  { subject, id }: Pick<Named, 'subject' | 'id'>,
  at: number,
): Promise<string | undefined> {
  const change = await reader.lastChange(subject, id, at);
  if (change) return stateAfter(change);
  return subject === 'device' && (await reader.device(id)) ? 'unregistered' : undefined;
}

/** The states around a request: from its own changes, or else what stood at the time. */
async function named(
  reader: IssuerReader,
  about: Pick<Named, 'subject' | 'id'>,
  request: HandledRequest,
  changes: readonly TrailedChange[],
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
  // A registration does not tell whether it is the first.
  const before = about.subject === 'device' ? await stateAt(reader, about, request.at - 1) : first.from;
  const after = stateAfter(last);
  return { ...about, ...(before && { before }), ...(after && { after }) };
}

async function requestView(
  reader: IssuerReader,
  request: HandledRequest,
  changes: readonly TrailedChange[],
): Promise<HandledRequestView> {
  const { at, microseconds, ids, members, ...rest } = request;
  const subjects: Named[] = [];
  for (const [name, id] of Object.entries(ids) as [keyof RequestIds, string][])
    subjects.push(await named(reader, { subject: SUBJECTS[name], id }, request, changes));
  return {
    ...rest,
    time: isoTime(at),
    milliseconds: microseconds / 1000,
    members: [...members],
    named: subjects,
  };
}

function refuseUnknown(): never {
  const text =
    'nothing is known of a request with this id; requests are kept for issuer.requestTrailDays, state changes for ever';
  throw new StatusError('NOT_FOUND', 'REQUEST_NOT_FOUND', text);
}

/** By the id of a request, or by the identifier of the error that it was answered with. */
export const getRequest: AdminOperation<'getRequest', 'store' | 'requests'> =
  ({ store, requests: log }) =>
  async ({ id }) => {
    await log.settled();
    return store.read(async (reader) => {
      const requests = await reader.requests(id, MOST.requests);
      const requestIds = new Set([id, ...requests.map(({ requestId }) => requestId)]);
      requestIds.delete('');
      const changes: TrailedChange[] = [];
      for (const requestId of requestIds)
        changes.push(...(await reader.listChanges({ limit: MOST.changes }, { requestId })));
      if (requests.length + changes.length === 0) refuseUnknown();
      const views: HandledRequestView[] = [];
      for (const request of requests) views.push(await requestView(reader, request, changes));
      return { requests: views, events: changes.map(eventView) };
    });
  };
