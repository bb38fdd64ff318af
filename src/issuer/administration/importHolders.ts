import { randomUUID } from 'node:crypto';
import { type FieldViolation, StatusError } from '../../conventions/status.ts';
import { ProofError } from '../../formats/android/index.ts';
import { changeCredential } from '../credential/change.ts';
import { settledCredentialsOfHolder } from '../credential/live-credential.ts';
import type { IssuerDeps } from '../deps.ts';
import type { DocumentType } from '../document-types/index.ts';
import { MAX_SEALED_PLAINTEXT } from '../envelope/seal.ts';
import { issueDocument } from '../mso/document.ts';
import type { Actor } from '../ports/entities.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { buildRecord, type JsonElements } from '../record/build-record.ts';
import { encodeRecord, type RecordNamespace } from '../record/record.ts';
import { retryOnConflict } from '../retry.ts';
import type { HolderImport } from './contract.ts';
import type { AdminOperation } from './operation.ts';

/** The proof of provisioning repeats the data with about this many bytes around it, and has the same limit. */
const PROOF_OVERHEAD = 256;

const DEFAULT_DOCUMENT_TYPE = 'org.iso.18013.5.1.mDL';

interface CheckedHolder {
  readonly id: string;
  readonly documentType: string;
  readonly record: Uint8Array;
}

/** Bytes of the credential; undefined when a device could not store it. */
function documentSize(record: readonly RecordNamespace[], type: DocumentType): number | undefined {
  try {
    return issueDocument(record, type).bytes.length;
  } catch (error) {
    if (error instanceof ProofError) return undefined;
    throw error;
  }
}

type Checked = { readonly holder?: CheckedHolder; readonly violations: readonly FieldViolation[] };

function check(holder: HolderImport, index: number, { documentTypes }: IssuerDeps['policy']): Checked {
  const field = `holders[${index}]`;
  const { id, documentType = DEFAULT_DOCUMENT_TYPE } = holder;
  const type = documentTypes.get(documentType);
  if (!type) {
    const served = [...documentTypes.keys()].join(', ');
    return {
      violations: [{ field: `${field}.documentType`, description: `is not served; served: ${served}` }],
    };
  }
  const { record, problems } = buildRecord(type, holder.elements as JsonElements);
  if (problems) {
    const at = (path: string) => `${field}.elements/${path}`;
    return { violations: problems.map(({ path, problem }) => ({ field: at(path), description: problem })) };
  }
  const size = documentSize(record, type);
  if (size === undefined) {
    const description = 'a device cannot store this: at most 31 namespaces of 255 elements each';
    return { violations: [{ field: `${field}.elements`, description }] };
  }
  if (size > MAX_SEALED_PLAINTEXT - PROOF_OVERHEAD) {
    const limit = MAX_SEALED_PLAINTEXT - PROOF_OVERHEAD;
    const description = `the credential has ${size} bytes, at most ${limit} fit; use a smaller portrait`;
    return { violations: [{ field: `${field}.elements`, description }] };
  }
  return { holder: { id, documentType, record: encodeRecord(record) }, violations: [] };
}

function repeatedIds(holders: readonly HolderImport[]): readonly FieldViolation[] {
  const seen = new Set<string>();
  return holders.flatMap(({ id }, index) => {
    if (seen.has(id)) return [{ field: `holders[${index}].id`, description: 'stands twice in this import' }];
    seen.add(id);
    return [];
  });
}

/** A new version of each live credential; its device provisions again (facts: changes only when the data changed). */
async function supersede(
  writer: IssuerWriter,
  holderId: string,
  recordVersion: number,
  actor: Actor,
  at: number,
) {
  const credentials = await settledCredentialsOfHolder(writer, holderId, at);
  for (const credential of credentials) {
    const set = { versionId: randomUUID(), recordVersion };
    await changeCredential(writer, credential, { event: 'supersede', actor, at, set });
  }
  return credentials.length;
}

async function keep(
  writer: IssuerWriter,
  { id, documentType, record }: CheckedHolder,
  actor: Actor,
  at: number,
) {
  const known = await writer.holder(id);
  const change = { subject: 'holder', subjectId: id, actor, at } as const;
  if (!known) {
    const created = { holderId: id, revision: 1, documentType, recordVersion: 1, record };
    await writer.insertHolder({ ...created, state: 'active', createdAt: at, updatedAt: at });
    await writer.record({ ...change, event: 'create', to: 'active' });
    return { id, result: 'created', supersededCredentials: 0 } as const;
  }
  if (known.documentType !== documentType) {
    const text = `holder ${id} has another document type; import the document under an id of its own`;
    throw new StatusError('FAILED_PRECONDITION', 'DOCUMENT_TYPE_DIFFERS', text);
  }
  if (Buffer.compare(known.record, record) === 0) {
    return { id, result: 'unchanged', supersededCredentials: 0 } as const;
  }
  const recordVersion = known.recordVersion + 1;
  await writer.updateHolder({ ...known, record, recordVersion, updatedAt: at });
  await writer.record({ ...change, event: 'update' });
  return {
    id,
    result: 'updated',
    supersededCredentials: await supersede(writer, id, recordVersion, actor, at),
  } as const;
}

/** Checks every record against its document type first; one problem anywhere and nothing is kept. */
export const importHolders: AdminOperation<'importHolders', 'store' | 'policy' | 'clock'> =
  ({ store, policy, clock }) =>
  async ({ holders, validateOnly = false }, actor) => {
    const checked = holders.map((holder, index) => check(holder, index, policy));
    const violations = [...repeatedIds(holders), ...checked.flatMap((one) => one.violations)];
    if (violations.length > 0) {
      const text = `${violations.length} problems; nothing was imported`;
      throw new StatusError('INVALID_ARGUMENT', 'RECORD_INVALID', text, violations);
    }
    if (validateOnly) return { holders: [] };
    const at = clock();
    const keepAll = () =>
      store.write(async (writer) => {
        const results = [];
        for (const { holder } of checked) {
          if (holder) results.push(await keep(writer, holder, actor, at));
        }
        return results;
      });
    return { holders: await retryOnConflict(keepAll) };
  };
