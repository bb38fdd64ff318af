import { retryOnConflict } from '../../conventions/errors.ts';
import { Checks } from '../checks.ts';
import type { RequestOf } from '../contract/index.ts';
import { changeCredential } from '../credential/change-credential.ts';
import { applyCredentialDeadline } from '../credential/current-credential.ts';
import type { IssuerReader } from '../ports/store.ts';
import { CREDENTIAL, DEVICE, type Operation, walletActor } from './operation.ts';

export const NOTIFY_CREDENTIAL_DELETED_CHECKS = new Checks<{
  readonly reader: IssuerReader;
  readonly request: RequestOf<'notifyCredentialDeleted'>;
}>()
  .and(DEVICE)
  .and(CREDENTIAL);

/** Always accepted. A revoked credential stays revoked, a deleted one deleted. */
export const notifyCredentialDeleted: Operation<'notifyCredentialDeleted', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const at = clock();
    const remove = () =>
      store.write(async (writer) => {
        const found = await NOTIFY_CREDENTIAL_DELETED_CHECKS.run({ reader: writer, request });
        const credential = await applyCredentialDeadline(writer, found.credential, at);
        if (credential.deletedAt !== undefined) return;
        const set = { deletedAt: at };
        await changeCredential(writer, credential, { event: 'delete', actor: walletActor(request), at, set });
      });
    await retryOnConflict(remove);
    return {};
  };
