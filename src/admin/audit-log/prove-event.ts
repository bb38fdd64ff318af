import { exportedProof, proveLine, withoutTexts } from '../../audit/index.ts';
import { StatusError } from '../../conventions/status.ts';
import { EVENT_METHODS } from '../contract/audit-log/methods.ts';
import { log, operation } from '../operation/operation.ts';

const REFUSALS = {
  unknown: () => new StatusError('EVENT_NOT_FOUND', 'there is no event with this id in the audit log'),
  unsealed: () =>
    new StatusError('EVENT_NOT_SEALED', 'the event is not sealed yet; try again in ten minutes'),
} as const;

export const proveEvent = operation(EVENT_METHODS.proveEvent, {
  needs: log,
  async run({ store }, { id, note = 'digest' }) {
    const proof = await proveLine(store, id);
    if (typeof proof === 'string') throw REFUSALS[proof]();
    return exportedProof(note === 'text' ? proof : { ...proof, line: withoutTexts(proof.line) });
  },
});
