import { hash } from 'node:crypto';
import { encodeProofOfProvisioning, signProof } from '../../../formats/android/index.ts';
import { type DeviceContext, factsOf, registeredIdentity } from '../context.ts';
import { storedCredential } from './provision.ts';

interface MadeProof {
  /** COSE_Sign1 by the credential key. */
  readonly bytes: Uint8Array;
  /** SHA-256 of the payload: what authentication keys are bound to. */
  readonly popSha256: Uint8Array;
}

/** Proves what the device stored; the payload is the same whenever it is made. */
export async function proofOfProvisioning(context: DeviceContext): Promise<MadeProof> {
  const { docType, dialect } = context.state();
  const { key: signer } = registeredIdentity(context);
  const { namespaces, accessControlProfiles } = storedCredential(context);
  const proof = { docType, namespaces, accessControlProfiles, testCredential: false };
  const honest = { proof, dialect, signer };
  const spec = (await context.tampering.proofOfProvisioning?.(honest, factsOf(context))) ?? honest;
  const payload = encodeProofOfProvisioning(spec.proof, spec.dialect);
  return { bytes: await signProof(payload, spec.signer.sign), popSha256: hash('sha256', payload, 'buffer') };
}
