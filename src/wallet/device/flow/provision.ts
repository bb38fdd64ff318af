import {
  decodeProvisionedCredential,
  ProofError,
  type ProvisionedCredential,
} from '../../../formats/android/index.ts';
import { DeviceStateError, DistrustError } from '../../errors.ts';
import { type DeviceContext, newId, registeredIdentity } from '../context.ts';
import type { StoredCredential } from '../device-state.ts';
import { openValue } from '../envelope/open.ts';
import { offerEncryptionKey } from '../envelope/recipient.ts';
import { currentProofing } from './proof.ts';

function decodeCredential(bytes: Uint8Array): ProvisionedCredential {
  try {
    return decodeProvisionedCredential(bytes);
  } catch (cause) {
    if (!(cause instanceof ProofError)) throw cause;
    throw new DistrustError('credential', 'the credential cannot be parsed', { cause });
  }
}

/** @throws DeviceStateError `notProvisioned` */
export function storedCredential({ state }: DeviceContext): StoredCredential & ProvisionedCredential {
  const { credential } = state();
  if (credential) return { ...credential, ...decodeCredential(credential.bytes) };
  throw new DeviceStateError('notProvisioned', 'the device holds no credential yet');
}

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
  const bytes = openValue(answer.credential, 'credential', offer.recipient, context);
  const credential = decodeCredential(bytes);
  if (before?.versionId !== versionId) {
    await context.update({ credential: { versionId, bytes, proved: false }, authKeys: [] });
  } else if (Buffer.compare(before.bytes, bytes) !== 0) {
    throw new DistrustError('credential', 'the credential changed, but not its version');
  }
  return credential;
}
