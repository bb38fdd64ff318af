import type { LoggedEntry } from '../../audit/entry.ts';
import type { EntryFilter } from '../../audit/ports/log.ts';
import { credentialAt } from '../../issuer/credential/current-credential.ts';
import type { Credential, Device, Proofing } from '../../issuer/model/index.ts';
import type { OperatorReader } from '../../issuer/ports/operators.ts';
import { proofingAt } from '../../issuer/proofing/current-proofing.ts';
import type { ExplainedKind, SubjectView } from '../contract/requests/methods.ts';

/** Maximum number of proofings and credentials that are shown of a device, and of their changes. */
const MOST = { rows: 100, changes: 1000 };

/** The subject with an id, and everything that belongs to it. */
interface ExplainedSubject {
  readonly subjects: readonly SubjectView[];
  readonly changes: readonly LoggedEntry[];
}

const deviceView = ({ deviceReferenceId: id, registration }: Device): SubjectView => ({
  subject: 'device',
  id,
  state: registration ? 'registered' : 'unregistered',
});

function proofingView(proofing: Proofing, now: number): SubjectView {
  const { proofingId: id, state, cause } = proofingAt(proofing, now);
  return { subject: 'proofing', id, state, ...(cause && { rejectionCause: cause }) };
}

const credentialView = (credential: Credential, now: number): SubjectView => ({
  subject: 'credential',
  id: credential.credentialId,
  state: credentialAt(credential, now).state,
});

async function withChanges(
  reader: OperatorReader,
  subjects: readonly SubjectView[],
): Promise<ExplainedSubject> {
  const changes: LoggedEntry[] = [];
  for (const { subject, id: subjectId } of subjects) {
    const left = MOST.changes - changes.length;
    if (left <= 0) break;
    changes.push(...(await reader.listEntries({ limit: left }, { subject, subjectId })));
  }
  changes.sort((one, other) => (one.changeId < other.changeId ? -1 : 1));
  return { subjects, changes };
}

async function ofProofing(
  reader: OperatorReader,
  proofing: Proofing,
  now: number,
): Promise<ExplainedSubject> {
  const credentials = await reader.credentialsOfProofing(proofing.proofingId);
  return withChanges(reader, [
    proofingView(proofing, now),
    ...credentials.map((one) => credentialView(one, now)),
  ]);
}

async function ofCredential(reader: OperatorReader, credential: Credential, now: number) {
  const proofing = await reader.proofing(credential.proofingId);
  return withChanges(reader, [
    credentialView(credential, now),
    ...(proofing ? [proofingView(proofing, now)] : []),
  ]);
}

async function ofDevice(reader: OperatorReader, device: Device, now: number): Promise<ExplainedSubject> {
  const { deviceReferenceId } = device;
  const page = { limit: MOST.rows };
  const proofings = await reader.listProofings(page, { now, deviceReferenceId });
  const credentials = await reader.listCredentials(page, { now, deviceReferenceId });
  return withChanges(reader, [
    deviceView(device),
    ...proofings.map((one) => proofingView(one, now)),
    ...credentials.map((one) => credentialView(one, now)),
  ]);
}

type Find = (reader: OperatorReader, id: string, now: number) => Promise<ExplainedSubject | undefined>;

/** For a kind of id that has only entries in the audit log. */
const fromLog =
  (filterOf: (id: string) => EntryFilter): Find =>
  async (reader, id) => {
    const changes = await reader.listEntries({ limit: MOST.changes }, filterOf(id));
    return changes.length === 0 ? undefined : { subjects: [], changes };
  };

/** What belongs to a holder is on the holder's own page; here are the changes of it. */
const ofHolder: Find = async (reader, id) => {
  const [holder] = await reader.holdersById([id]);
  if (!holder) return undefined;
  const among = await reader.subjectsOfHolder(id);
  return { subjects: [], changes: await reader.listEntries({ limit: MOST.changes }, { among }) };
};

/** The lookup for each kind of id, in the order in which they are tried. */
export const SUBJECTS_BY_ID: Readonly<Record<Exclude<ExplainedKind, 'request' | 'error'>, Find>> = {
  async rejection(reader, id, now) {
    const proofing = await reader.proofingByRejection(id);
    return proofing && ofProofing(reader, proofing, now);
  },
  async proofing(reader, id, now) {
    const proofing = await reader.proofing(id);
    return proofing && ofProofing(reader, proofing, now);
  },
  async credential(reader, id, now) {
    const credential = await reader.credential(id);
    return credential && ofCredential(reader, credential, now);
  },
  async device(reader, id, now) {
    const device = await reader.device(id);
    return device && ofDevice(reader, device, now);
  },
  user: fromLog((subjectId) => ({ subject: 'user', subjectId })),
  oauthClient: fromLog((subjectId) => ({ subject: 'oauthClient', subjectId })),
  publisher: fromLog((publisherId) => ({ publisherId })),
  mediationGroup: fromLog((subjectId) => ({ subject: 'mediationGroup', subjectId })),
  holder: ofHolder,
};
