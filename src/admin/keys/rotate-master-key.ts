import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation, Preparation } from '../operation.ts';

type MasterDeps = Pick<IssuerAdminDeps, 'store' | 'clock' | 'epochs'>;

function requireEncrypted({ epochs }: MasterDeps): void {
  if (epochs.current() !== undefined) return;
  throw new StatusError('RECORDS_NOT_ENCRYPTED', 'records are not encrypted yet, so there is no master key');
}

/**
 * Makes a master key and wraps the keys of the epochs by it. A process that is killed in between leaves both keys; a sweep
 * ends the rotation and later destroys the old key.
 */
export const rotateMasterKey: AdminOperation<'rotateMasterKey', MasterDeps> = (deps) => async (_, actor) => {
  const { store, clock, epochs } = deps;
  requireEncrypted(deps);
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
};

export const prepareRotateMasterKey =
  (deps: MasterDeps): Preparation<'rotateMasterKey'> =>
  async (request) => {
    requireEncrypted(deps);
    return request;
  };
