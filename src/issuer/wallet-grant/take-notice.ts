import { retryOnConflict } from '../../conventions/errors.ts';
import { changeCredential } from '../credential/change-credential.ts';
import { applyCredentialDeadline } from '../credential/current-credential.ts';
import type { IssuerDeps } from '../deps.ts';
import { GrantRefused } from './grant.ts';

/** What a wallet says about a batch. `failed`: it could not store it. `deleted`: the user deleted the credential. */
type NoticeEvent = 'accepted' | 'failed' | 'deleted';

interface Notice {
  readonly credentialId: string;
  readonly batchId: string;
  readonly event: NoticeEvent;
  readonly requestId: string;
}

/** Takes a notice of a wallet. A repeated one is only recorded again. @throws GrantRefused `ended` if there is no such credential */
export const takeNotice =
  ({ store, clock }: Pick<IssuerDeps, 'store' | 'clock'>) =>
  ({ credentialId, batchId, event, requestId }: Notice): Promise<void> =>
    retryOnConflict(() =>
      store.write(async (writer) => {
        const at = clock();
        const stored = await writer.credential(credentialId);
        if (stored?.channel !== 'openid4vci') throw new GrantRefused('ended', 'there is no such credential');
        const actor = { kind: 'wallet', requestId } as const;
        if (event === 'deleted') {
          const credential = await applyCredentialDeadline(writer, stored, at);
          if (credential.deletedAt !== undefined) return;
          const set = { deletedAt: at };
          await changeCredential(writer, credential, { event: 'delete', actor, at, set });
          return;
        }
        // Nobody will present the credentials of this batch.
        if (event === 'failed') await writer.revokeBatch(credentialId, batchId, at);
        const { state } = stored;
        const subject = { subject: 'credential', subjectId: credentialId } as const;
        const what = event === 'accepted' ? 'acknowledge' : 'failBatch';
        await writer.record({ ...subject, event: what, from: state, to: state, actor, at });
      }),
    );
