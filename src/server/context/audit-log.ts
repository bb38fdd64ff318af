import { checkLastSeal, missingSeal, sealLog } from '../../audit/index.ts';
import { closeLists } from '../../issuer/status/close-lists.ts';
import { requireSealKey } from '../keys/custody.ts';
import { requestRecorder } from '../observe/request-log.ts';
import { openAnchors } from './anchors.ts';
import type { PartDeps } from './parts.ts';
import type { Storage } from './storage.ts';

export type AuditLog = Awaited<ReturnType<typeof openAuditLog>>;

/** The seals of the audit log and where they are anchored, and the log of requests. */
export async function openAuditLog(
  { settings, effects, observe, ends }: PartDeps,
  { store, keys: { seals: custody }, moveIdsPastLastSeal }: Storage,
) {
  const { clock, random } = effects;
  await requireSealKey(settings, store, custody);
  const anchors = openAnchors({ settings, store, custody, effects, observe: observe?.anchor ?? (() => {}) });
  ends.defer(() => anchors.close());
  const requests = requestRecorder(store);
  ends.defer(() => requests.settled());
  return {
    anchors,
    requests,
    /** Seals entries that are old enough. Any process may call it at any time. */
    async sealLog() {
      // A process whose clock is ahead may have sealed.
      await moveIdsPastLastSeal();
      return sealLog({ store, clock, random, custody });
    },
    /** The problem of the last seals, if there is one. */
    checkSeals: () => checkLastSeal(store, custody),
    /** Closes the present status lists if the audit log lacks a seal that was seen here. */
    async closeOutdatedLists() {
      const missing = await missingSeal(store, custody);
      if (!missing) return;
      const about = {
        reason: 'missingSeal',
        id: `seal-${missing.digest}`,
        actor: { kind: 'start' },
      } as const;
      const closed = await store.write((writer) => closeLists(writer, { ...about, at: clock() }));
      if (closed) observe?.closedLists(closed);
    },
  };
}
