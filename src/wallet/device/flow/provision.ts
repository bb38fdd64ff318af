import type { ProvisionedCredential } from '../../../formats/android/index.ts';
import { DistrustError } from '../../errors.ts';
import { type DeviceContext, newId, registeredIdentity } from '../context.ts';
import { offerEncryptionKey } from '../envelope/recipient.ts';
import { currentProofing } from './proofing.ts';

/**
 * Fetches the credential and stores it. With a new version, the authentication keys of the old one are
 * dropped, as an update does on a real device.
 */
export async function provision(context: DeviceContext): Promise<ProvisionedCredential> {
  registeredIdentity(context);
  const proofing = currentProofing(context);
  const { credentialId = newId(context), credential: before } = context.state();
  const offer = await offerEncryptionKey(context);
  await context.update({ credentialId });
  const request = { ...proofing, credentialId, ...offer.fields };
  const answer = await context.issuer.provisionCredential(request);
  const { credentialVersionId: versionId } = answer;
  const { openValue } = await import('../envelope/open.ts');
  const { decodeCredential } = await import('./decode-credential.ts');
  const bytes = openValue(answer.credential, 'credential', offer.recipient, context);
  const credential = decodeCredential(bytes);
  if (before?.versionId !== versionId) {
    await context.update({ credential: { versionId, bytes, proved: false }, authKeys: [] });
  } else if (Buffer.compare(before.bytes, bytes) !== 0) {
    throw new DistrustError('credential', 'the credential changed, but not its version');
  }
  return credential;
}
