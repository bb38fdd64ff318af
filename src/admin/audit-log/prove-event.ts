import { exportedProof, proveLine, withoutNote } from '../../audit/index.ts';
import { StatusError } from '../../conventions/status.ts';
import type { IssuerAdminDeps } from '../deps.ts';
import type { AdminOperation } from '../operation.ts';

const REFUSALS = {
  unknown: () => new StatusError('EVENT_NOT_FOUND', 'there is no event with this id in the audit log'),
  unsealed: () =>
    new StatusError('EVENT_NOT_SEALED', 'the event is not sealed yet; try again in ten minutes'),
  sealedWithoutTree: () =>
    new StatusError(
      'EVENT_NOT_SEALED',
      'a version without proofs sealed the event; diptych events verify checks it',
    ),
} as const;

export const proveEvent: AdminOperation<'proveEvent', Pick<IssuerAdminDeps, 'store'>> =
  ({ store }) =>
  async ({ id, note = 'digest' }) => {
    const proof = await proveLine(store, id);
    if (typeof proof === 'string') throw REFUSALS[proof]();
    return exportedProof(note === 'text' ? proof : { ...proof, line: withoutNote(proof.line) });
  };
