import { StatusError } from '../../conventions/status.ts';
import { KEY_METHODS } from '../contract/keys/methods.ts';
import type { IssuerAdminDeps } from '../operation/deps.ts';
import { issuer, operation } from '../operation/operation.ts';

type MasterDeps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'epochs'>;

function requireEpoch({ epochs }: MasterDeps): void {
  if (epochs.current() !== undefined) return;
  throw new StatusError('KEY_CUSTODY', 'the keys that encrypt records are missing; restore the key folder');
}

/**
 * Makes a master key and wraps the keys of the epochs by it. A process that is killed in between leaves both keys; a sweep
 * ends the rotation and later destroys the old key.
 */
export const rotateMasterKey = operation(KEY_METHODS.rotateMasterKey, {
  needs: issuer,
  async prepare(deps, request) {
    requireEpoch(deps);
    return request;
  },
  async run(deps, _, actor) {
    const { store, clock, epochs } = deps;
    requireEpoch(deps);
    const made = epochs.makeMaster();
    if (!made) throw new StatusError('MASTER_MADE_MEANWHILE', 'another process made a master key; try again');
    const wrapped = epochs.rewrap();
    const custody = made.isInToken ? 'pkcs11' : 'files';
    await store.write((writer) =>
      writer.record({
        subject: 'recordKey',
        subjectId: `master-${made.number}`,
        event: 'rotate',
        to: 'active',
        details: { after: { epochs: wrapped, custody } },
        actor,
        at: clock(),
      }),
    );
    return { master: made.number, custody, epochs: wrapped };
  },
});
