import { retryOnConflict } from '../../conventions/errors.ts';
import { Checks } from '../checks.ts';
import type { RequestOf } from '../contract/index.ts';
import type { IssuerReader } from '../ports/store.ts';
import { changeProofing } from '../proofing/change-proofing.ts';
import { applyProofingDeadline, proofingAt } from '../proofing/current-proofing.ts';
import { nextProofingState } from '../proofing/state-machine.ts';
import { DEVICE, type Operation, PROOFING, walletActor } from './operation.ts';

interface Given {
  readonly reader: IssuerReader;
  readonly request: RequestOf<'cancelProofing'>;
  readonly at: number;
}

export const CANCEL_PROOFING_CHECKS = new Checks<Given>()
  .and(DEVICE)
  .and(PROOFING)
  .and({
    step: 'state',
    name: 'the proofing is pending, challenged or canceled',
    reasons: ['invalidState'],
    remedies: { invalidState: 'Nothing: the proofing is decided and cannot be canceled.' },
    check: ({ proofing, at }) => {
      nextProofingState(proofingAt(proofing, at).state, 'cancel');
    },
  });

/** Cancels a pending or challenged proofing. Canceling it again has no effect and gets the same answer. */
export const cancelProofing: Operation<'cancelProofing', 'store' | 'clock'> =
  ({ store, clock }) =>
  async (request) => {
    const at = clock();
    const cancel = () =>
      store.write(async (writer) => {
        const found = await CANCEL_PROOFING_CHECKS.run({ reader: writer, request, at });
        const proofing = await applyProofingDeadline(writer, found.proofing, at);
        if (proofing.state === 'canceled') return;
        await changeProofing(writer, proofing, { event: 'cancel', actor: walletActor(request), at });
      });
    await retryOnConflict(cancel);
    return {};
  };
