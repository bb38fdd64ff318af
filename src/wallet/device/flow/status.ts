import type { ResponseOf } from '../../../issuer/contract/index.ts';
import { DeviceStateError } from '../../errors.ts';
import { type DeviceContext, registeredIdentity } from '../context.ts';

/** @throws DeviceStateError `notProvisioned` */
function currentCredential({ state }: DeviceContext) {
  const { deviceReferenceId, credentialId } = state();
  if (credentialId !== undefined) return { deviceReferenceId, credentialId };
  throw new DeviceStateError('notProvisioned', 'the device has not asked for a credential yet');
}

export async function status(context: DeviceContext): Promise<ResponseOf<'getCredentialStatus'>> {
  return context.issuer.getCredentialStatus(currentCredential(context));
}

/** Gets a newer version, if there is one: new data, new proof of provisioning, `count` new MSOs. */
export async function update(context: DeviceContext, count: number): Promise<boolean> {
  const { credentialVersionId } = await status(context);
  if (credentialVersionId === context.state().credential?.versionId) return false;
  const { provision } = await import('./provision.ts');
  const { provisionMsos } = await import('./provision-msos.ts');
  await provision(context);
  await provisionMsos(context, count);
  return true;
}

const CHALLENGE_BYTES = 32;

/**
 * Notifies the issuer of the deletion and deletes the credential. Returns the device's ProofOfDeletion
 * (COSE_Sign1), for which the interface has no member.
 */
export async function notifyDeleted(context: DeviceContext): Promise<Uint8Array> {
  const { key } = registeredIdentity(context);
  const { docType } = context.state();
  const current = currentCredential(context);
  await context.issuer.notifyCredentialDeleted(current);
  const deletedCredentialId = current.credentialId;
  await context.update({ credentialId: undefined, credential: undefined, authKeys: [], deletedCredentialId });
  const { encodeProofOfDeletion, signProof } = await import('../../../formats/android/index.ts');
  const challenge = context.random(new Uint8Array(CHALLENGE_BYTES));
  return signProof(encodeProofOfDeletion({ docType, challenge, testCredential: false }), key.sign);
}
