import { hash } from 'node:crypto';
import type {
  AuditEntry,
  Credential,
  Device,
  Holder,
  IssuedMso,
  PreAuthorizationCode,
  Proofing,
} from '../../../src/issuer/model/index.ts';
import type { DatabaseReader, IssuerDatabase } from '../../../src/issuer/ports/database.ts';
import type { HandledRequest } from '../../../src/issuer/ports/requests.ts';
import { searchTexts } from '../../../src/issuer/record/search-texts.ts';
import type { DeviceState } from '../../../src/wallet/index.ts';

/** All rows that a server wrote about one phone with an active credential. */
export interface Template {
  readonly device: Device;
  readonly proofing: Proofing;
  readonly credential: Credential;
  readonly holder: Holder;
  /** Number of texts by which the holder can be found. */
  readonly searchTexts: number;
  readonly code: PreAuthorizationCode;
  readonly msos: readonly IssuedMso[];
  readonly changes: readonly AuditEntry[];
  readonly requests: readonly HandledRequest[];
}

/** More changes than one phone causes of any subject. */
const MOST_CHANGES = 100;

function required<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the store has no ${what} of the phone`);
  return value;
}

/** The ids of requests that occur in the audit log. */
async function requestsOf(reader: DatabaseReader, changes: readonly AuditEntry[]) {
  const ids = changes.flatMap(({ actor }) => (actor.kind === 'wallet' ? [actor.requestId] : []));
  const found: HandledRequest[] = [];
  for (const id of new Set(ids)) found.push(...(await reader.requests(id, 1)));
  return found;
}

/**
 * Reads the template of a phone in this state, which has requested MSOs once. All its requests are already in
 * the store.
 */
export function templateOf(store: IssuerDatabase, state: DeviceState): Promise<Template> {
  return store.read(async (reader) => {
    const { deviceReferenceId, proofing: { proofingId } = { proofingId: '' }, credentialId = '' } = state;
    const credential = required(await reader.credential(credentialId), 'credential');
    const { holderId } = credential;
    const [code] = await reader.listCodes({ limit: 1 }, holderId);
    const subjects = [
      ['device', deviceReferenceId],
      ['proofing', proofingId],
      ['credential', credentialId],
      ['holder', holderId],
      ['code', code?.codeId ?? ''],
    ] as const;
    const changes: AuditEntry[] = [];
    for (const [subject, subjectId] of subjects)
      changes.push(...(await reader.listEntries({ limit: MOST_CHANGES }, { subject, subjectId })));
    const holder = required(await reader.holder(holderId), 'holder');
    return {
      device: required(await reader.device(deviceReferenceId), 'device'),
      proofing: required(await reader.proofing(proofingId), 'proofing'),
      credential,
      holder,
      searchTexts: searchTexts(holder.record).length,
      code: required(code, 'code'),
      msos: await reader.msos(state.authKeys.map(({ key }) => hash('sha256', key.point, 'buffer'))),
      changes: changes.toSorted((a, b) => a.at - b.at),
      requests: await requestsOf(reader, changes),
    };
  });
}
