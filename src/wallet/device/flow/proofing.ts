import type { ProofingStatus } from '../../../issuer/contract/index.ts';
import { DeviceStateError } from '../../errors.ts';
import type { DeviceContext } from '../context.ts';

/** @throws DeviceStateError `noProofing` */
export function currentProofing({ state }: DeviceContext) {
  const { deviceReferenceId, proofing } = state();
  if (proofing) return { deviceReferenceId, proofingId: proofing.proofingId };
  throw new DeviceStateError('noProofing', 'the device has not sent any evidence yet');
}

export async function proofingStatus(context: DeviceContext): Promise<ProofingStatus> {
  return (await context.issuer.getProofingStatus(currentProofing(context))).proofingStatus;
}

export async function cancel(context: DeviceContext): Promise<void> {
  await context.issuer.cancelProofing(currentProofing(context));
}
