import type { Actor } from '../model/index.ts';
import type { IssuerWriter } from '../ports/store.ts';
import { changeProofing } from './change.ts';
import { settleProofing } from './settle.ts';
import { PROOFING_TRANSITIONS } from './state-machine.ts';

/** Ends what the device has open with the identity key that it is about to replace; codes stay used. */
export async function endProofingsOfKey(
  writer: IssuerWriter,
  deviceReferenceId: string,
  { actor, at }: { readonly actor: Actor; readonly at: number },
): Promise<void> {
  for (const found of await writer.openProofingsOf(deviceReferenceId)) {
    const proofing = await settleProofing(writer, found, at);
    if (PROOFING_TRANSITIONS[proofing.state].replaceKey === undefined) continue;
    await changeProofing(writer, proofing, { event: 'replaceKey', endCause: 'deviceKeyReplaced', actor, at });
  }
}
