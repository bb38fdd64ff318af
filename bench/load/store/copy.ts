import { hash } from 'node:crypto';
import type { Insertable } from 'kysely';
import type { AuditEntry, Holder } from '../../../src/issuer/model/index.ts';
import type { HandledRequest } from '../../../src/issuer/ports/requests.ts';
import type { HolderEpochs } from '../../../src/keys/holder-keys/epochs.ts';
import { type HolderKey, newHolderKey } from '../../../src/keys/holder-keys/holder-key.ts';
import { fromEntry } from '../../../src/storage/audit/rows.ts';
import {
  fromCode,
  fromCredential,
  fromDevice,
  fromHolder,
  fromMso,
  fromProofing,
} from '../../../src/storage/issuer/rows.ts';
import type { Schema } from '../../../src/storage/schema/index.ts';
import { idsOf, requestIdOf, uuidFor } from './ids.ts';
import type { Template } from './template.ts';

/** Certified keys whose MSOs have expired: their rows stay, without the bytes. */
const EXPIRED_MSOS = 4;

/** Rows by table. */
export type Rows = { readonly [Table in keyof Schema]?: readonly Insertable<Schema[Table]>[] };

const bytesFor = (text: string) => hash('sha256', text, 'buffer');

/** Replaces an id of the template by the id of the copy. */
function subjectIdOf({ subject, subjectId }: AuditEntry, copy: number): string {
  const { deviceReferenceId, proofingId, credentialId, holderId } = idsOf(copy);
  const ids: Partial<Record<AuditEntry['subject'], string>> = {
    device: deviceReferenceId,
    proofing: proofingId,
    credential: credentialId,
    holder: holderId,
    code: uuidFor(`code ${copy}`),
  };
  return ids[subject] ?? subjectId;
}

function changeOf(change: AuditEntry, copy: number, at: number): AuditEntry {
  const { actor } = change;
  const subjectId = subjectIdOf(change, copy);
  if (!('requestId' in actor)) return { ...change, subjectId, at };
  return { ...change, subjectId, at, actor: { ...actor, requestId: requestIdOf(copy, actor.requestId) } };
}

function requestOf(request: HandledRequest, copy: number, at: number): HandledRequest {
  const own: Readonly<Record<string, string>> = { ...idsOf(copy) };
  const ids = Object.fromEntries(Object.keys(request.ids).map((name) => [name, own[name] ?? '']));
  return { ...request, at, requestId: requestIdOf(copy, request.requestId), ids };
}

/** The copy has the key of the template, with which the phones of the benchmark sign. */
function deviceRow({ device }: Template, deviceReferenceId: string) {
  const { registration, ...rest } = device;
  if (!registration) throw new Error('the device of the template is not registered');
  return { ...fromDevice({ ...rest, deviceReferenceId, registration }), shares_key: 1 };
}

/** Rows for the MSOs of the template, and for further MSOs that have expired. */
function msoRows({ msos }: Template, copy: number, at: number, key: HolderKey | undefined) {
  const { credentialId, versionId } = idsOf(copy);
  const own = { credentialId, versionId };
  const live = msos.map((mso, index) => {
    const keyHash = bytesFor(`key ${copy} ${index}`);
    const row = fromMso({ ...mso, ...own, keyHash, batchId: uuidFor(`batch ${copy}`) });
    const { staticAuthData: bytes } = mso;
    return key && bytes ? { ...row, static_auth_data: key.seal('mso', keyHash.toString('hex'), bytes) } : row;
  });
  const expired = Array.from({ length: EXPIRED_MSOS }, (_, index) =>
    fromMso({
      ...own,
      keyHash: bytesFor(`expired key ${copy} ${index}`),
      batchId: uuidFor(`expired batch ${copy}`),
      batchSize: EXPIRED_MSOS,
      expiresAt: at,
    }),
  );
  return { issued_mso: [...live, ...expired] };
}

function logRows({ changes, requests }: Template, copy: number, at: number, newId: () => string): Rows {
  return {
    state_change: changes.map((change) => fromEntry(newId(), changeOf(change, copy, at))),
    handled_request: requests.map((request) => {
      const own = requestOf(request, copy, at);
      const content = JSON.stringify(own);
      return { entry_id: newId(), request_id: own.requestId, error_id: own.errorId ?? null, content };
    }),
  };
}

/** What the copies of a store share. */
export interface Copying {
  readonly template: Template;
  readonly newId: () => string;
  readonly epochs: HolderEpochs;
}

/** The record of a copy, and the key that encrypts it. It can be found, so that no sweep of the server indexes it. */
function holderRows(
  { holder: original, searchTexts }: Template,
  own: Pick<Holder, 'holderId' | 'createdAt' | 'updatedAt'>,
  epochs: HolderEpochs,
) {
  const holder = { ...original, ...own };
  const { holderId, recordVersion } = holder;
  const row = { ...fromHolder(holder), searched_version: recordVersion };
  const holder_search = Array.from({ length: searchTexts }, (_, index) => ({
    digest: bytesFor(`text ${index} of ${holderId}`),
    holder_id: holderId,
  }));
  const made = newHolderKey(epochs, holderId);
  if (!made) throw new Error('there is no key for new records');
  const { key, wrapped } = made;
  const record = key.seal('record', holderId, holder.record);
  const keys = [{ holder_id: holderId, ...wrapped }];
  return { key, rows: { holder: [{ ...row, record }], holder_search, holder_key: keys } };
}

/** The rows that a server would have written for another phone with the same requests at that time. */
export function rowsOf({ template, newId, epochs }: Copying, copy: number, at: number): Rows {
  const { deviceReferenceId, proofingId, credentialId, holderId, versionId } = idsOf(copy);
  const times = { createdAt: at, updatedAt: at };
  const proofing = { proofingId, deviceReferenceId, holderId, createdAt: at, decidedAt: at };
  const credential = { credentialId, deviceReferenceId, proofingId, holderId, versionId, ...times };
  const [codeId, codeHash] = [uuidFor(`code ${copy}`), bytesFor(`code ${copy}`)];
  const code = { codeId, codeHash, holderId, createdAt: at, usedBy: proofingId };
  const { key, rows } = holderRows(template, { holderId, ...times }, epochs);
  return {
    ...rows,
    pre_authorization_code: [fromCode({ ...template.code, ...code })],
    device: [deviceRow(template, deviceReferenceId)],
    proofing: [fromProofing({ ...template.proofing, ...proofing })],
    credential: [fromCredential({ ...template.credential, ...credential })],
    ...msoRows(template, copy, at, key),
    ...logRows(template, copy, at, newId),
  };
}
