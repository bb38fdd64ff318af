import { randomUUID } from 'node:crypto';
import { retryOnConflict } from '../../conventions/errors.ts';
import { isoTime } from '../../conventions/json-schema.ts';
import { StatusError } from '../../conventions/status.ts';
import { changeCredential } from '../../issuer/credential/change-credential.ts';
import { credentialsAfterDeadlines } from '../../issuer/credential/current-credential.ts';
import type { Actor, ProofingState } from '../../issuer/model/index.ts';
import type { OperatorWriter } from '../../issuer/ports/operators.ts';
import { changeProofing } from '../../issuer/proofing/change-proofing.ts';
import { applyProofingDeadline } from '../../issuer/proofing/current-proofing.ts';
import { endApprovalsAbout } from '../approvals/end-about-holder.ts';
import { HOLDER_METHODS } from '../contract/holders/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';
import { holderById, prepareForHolder } from './holder.ts';
import { recordIfHeld, requireNotHeld } from './require-not-held.ts';

export type ErasingDeps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'epochs' | 'recovery'>;

interface Erasing {
  readonly actor: Actor;
  readonly at: number;
}

async function revokeCredentials(writer: OperatorWriter, holderId: string, { actor, at }: Erasing) {
  const credentials = await credentialsAfterDeadlines(writer, holderId, at);
  for (const credential of credentials) {
    await changeCredential(writer, credential, { event: 'revoke', actor, at });
  }
  return credentials.length;
}

const OPEN: ReadonlySet<ProofingState> = new Set(['pending', 'challenged']);

const REJECTED = { primaryRejection: { recordNotFound: {} } };

/** Rejects proofings that wait for a decision, because without the holder they cannot be accepted. */
async function rejectOpenProofings(writer: OperatorWriter, holderId: string, { actor, at }: Erasing) {
  let rejected = 0;
  for (const id of await writer.proofingsOfHolder(holderId)) {
    const stored = await writer.proofing(id);
    const proofing = stored && (await applyProofingDeadline(writer, stored, at));
    if (!proofing || !OPEN.has(proofing.state)) continue;
    await changeProofing(writer, proofing, { event: 'reject', actor, at, rejected: REJECTED });
    rejected += 1;
  }
  return rejected;
}

/**
 * Withdraws the note of an erasure that failed. If nobody can tell whether it was stored, the note stays, and the next
 * start completes the erasure.
 */
async function withdrawnOnFailure<T>(
  store: ErasingDeps['store'],
  { id, erasureId, notedAt }: { readonly id: string; readonly erasureId: string; readonly notedAt: number },
  erase: () => Promise<T>,
): Promise<T> {
  try {
    return await erase();
  } catch (error) {
    // Refusals come before the note.
    if (error instanceof StatusError) throw error;
    const holder = await store.read((reader) => reader.holder(id)).catch(() => undefined);
    if (holder) await store.withdrawErasure(erasureId, notedAt).catch(() => undefined);
    throw error;
  }
}

/**
 * Deletes the record, the codes and the MSOs, and replaces the holder's id by a random id in proofings,
 * credentials and the audit log. Approvals that name the holder end. Credentials on devices can no longer be
 * presented once their MSOs expire. `since`: the time of an erasure that is repeated; the default is now.
 */
export async function eraseOne(
  { store, clock, epochs, recovery }: ErasingDeps,
  id: string,
  actor: Actor,
  since?: number,
) {
  const at = clock();
  const notedAt = since ?? at;
  const erasureId = `erased-${randomUUID()}`;
  const erase = () =>
    store.write(async (writer) => {
      const holder = await holderById(writer, id);
      // What is repeated after a restore was allowed when it was made; the hold may have been lifted since the backup.
      if (actor.kind === 'operator') await requireNotHeld(writer, holder);
      const { state: from } = holder;
      const revokedCredentials = await revokeCredentials(writer, id, { actor, at });
      const rejectedProofings = await rejectOpenProofings(writer, id, { actor, at });
      await endApprovalsAbout(writer, id, { actor, at });
      const wrapping = await writer.epochOfHolder(id);
      // While the clock was ahead, the key may have been encrypted by the key of an epoch that has not begun.
      const epoch = wrapping && Math.max(wrapping, epochs.current() ?? wrapping);
      const endsAt = epoch && epochs.endsAt(epoch);
      const complete = endsAt === undefined ? {} : { completeTime: isoTime(endsAt + recovery) };
      const { codes, key } = await writer.eraseHolder(id, erasureId);
      const change = { subject: 'holder', subjectId: erasureId, event: 'erase' } as const;
      const details = endsAt === undefined ? {} : { details: { after: { ...complete, epoch } } };
      await writer.record({ ...change, from, to: 'erased', ...details, actor, at });
      // Before the commit: an erasure that is stored and not noted would end with the next restore.
      await store.noteErasure(id, erasureId, notedAt);
      return { key, answer: { revokedCredentials, rejectedProofings, codes, ...complete } };
    });
  const attempted = () => withdrawnOnFailure(store, { id, erasureId, notedAt }, () => retryOnConflict(erase));
  const { key, answer } = await recordIfHeld(store, { id, actor, at }, attempted);
  await store.expunge(key);
  return { erasureId, eraseTime: new Date(at).toISOString(), ...answer };
}

export const eraseHolder = operation(HOLDER_METHODS.eraseHolder, {
  needs: issuer,
  prepare: prepareForHolder,
  run: (deps, { id }, actor) => eraseOne(deps, id, actor),
});
