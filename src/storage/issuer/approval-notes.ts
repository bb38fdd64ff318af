import type { Kysely, Selectable } from 'kysely';
import { canonicalJson } from '../../conventions/canonical-json.ts';
import type { Approval } from '../../issuer/model/index.ts';
import type { HolderEpochs } from '../../keys/holder-keys/epochs.ts';
import { keysOfAll } from '../audit/erasable-texts.ts';
import type { Schema } from '../schema/index.ts';
import { fromApproval, toApproval } from './rows.ts';

// The note of a request that waits for a second person is stored encrypted with the key of the holder whom the request is
// about, as it will be in the audit log. The erasure of the holder ends the request, and so deletes both.

type Db = Kysely<Schema>;
type Row = Selectable<Schema['approval']>;

interface Noted {
  /** Of the holder, or of something of the holder. */
  readonly id: string;
  readonly note: string;
  /** The request without the note, in canonical JSON. */
  readonly rest: string;
}

function noteIn(request: string | null | undefined): Noted | undefined {
  const { note, ...rest } = JSON.parse(request ?? '{}') as Readonly<Record<string, unknown>>;
  if (typeof note !== 'string' || typeof rest.id !== 'string') return undefined;
  return { id: rest.id, note, rest: canonicalJson(rest) };
}

/** The row of an approval as it is stored. */
export async function approvalRow(db: Db, epochs: HolderEpochs, approval: Approval) {
  const row = { ...fromApproval(approval), note_sealed: null };
  const noted = noteIn(approval.arguments);
  const key = noted && (await keysOfAll(db, epochs, [noted.id])).get(noted.id);
  if (!key) return row;
  const note_sealed = key.seal('approval', approval.approvalId, Buffer.from(noted.note, 'utf8'));
  return { ...row, arguments: noted.rest, note_sealed };
}

export async function openApprovals(
  db: Db,
  epochs: HolderEpochs,
  rows: readonly Row[],
): Promise<readonly Approval[]> {
  const requests = rows.map((row) =>
    row.note_sealed ? (JSON.parse(row.arguments ?? '{}') as { readonly id: string }) : undefined,
  );
  const keys = await keysOfAll(db, epochs, [...new Set(requests.flatMap((request) => request?.id ?? []))]);
  return rows.map((row, at) => {
    const request = requests[at];
    const key = request && keys.get(request.id);
    if (!key) return toApproval(row);
    const note = Buffer.from(key.open('approval', row.approval_id, row.note_sealed as Uint8Array)).toString();
    return toApproval({ ...row, arguments: canonicalJson({ ...request, note }) });
  });
}

/** The forms in which an equal request may be stored. */
export const storedForms = (request: string): readonly string[] => [
  request,
  noteIn(request)?.rest ?? request,
];
