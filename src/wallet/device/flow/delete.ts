import { encodeProofOfDeletion, signProof } from '../../../formats/android/index.ts';
import { type DeviceContext, registeredIdentity } from '../context.ts';
import { currentCredential } from './status.ts';

const CHALLENGE_BYTES = 32;

/**
 * Tells the issuer that the credential was deleted, and deletes it. Answers the ProofOfDeletion (COSE_Sign1) that the
 * device makes then; the interface has no member that would carry it.
 */
export async function notifyDeleted(context: DeviceContext): Promise<Uint8Array> {
  const { key } = registeredIdentity(context);
  const { docType } = context.state();
  const current = currentCredential(context);
  await context.issuer.notifyCredentialDeleted(current);
  const deletedCredentialId = current.credentialId;
  await context.update({ credentialId: undefined, credential: undefined, authKeys: [], deletedCredentialId });
  const challenge = context.random(new Uint8Array(CHALLENGE_BYTES));
  return signProof(encodeProofOfDeletion({ docType, challenge, testCredential: false }), key.sign);
}
