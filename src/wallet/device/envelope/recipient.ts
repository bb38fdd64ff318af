import { hash, type KeyObject } from 'node:crypto';
import { encodeProofOfOwnership, signProof } from '../../../formats/android/index.ts';
import type { DeviceEncryptionKey } from '../../../issuer/contract/index.ts';
import { base64, type DeviceContext, factsOf, newId, newKey, registeredIdentity } from '../context.ts';
import type { DeviceKey } from '../device-key.ts';
import type { OwnershipSpec } from '../tampering.ts';
import { identityKeys } from './issuer-keys.ts';

/** A COSE_Sign1 in the ProofOfOwnership format, signed by the credential key. */
export async function proveOwnership(
  context: DeviceContext,
  about: OwnershipSpec['about'],
  challenge: Uint8Array,
): Promise<Uint8Array> {
  const { tampering } = context;
  const { key: signer } = registeredIdentity(context);
  const honest: OwnershipSpec = {
    about,
    docType: context.state().docType,
    challenge,
    testCredential: false,
    signer,
  };
  const spec = (await tampering.ownership?.(honest, factsOf(context))) ?? honest;
  const encode = spec.encode ?? encodeProofOfOwnership;
  return signProof(encode(spec), spec.signer.sign);
}

/** The keys with which an answer must be encrypted and signed. */
export interface Recipient {
  readonly key: DeviceKey;
  readonly keyId: string;
  readonly issuerKeys: readonly KeyObject[];
}

export interface Offer {
  /** Absent if values are sent unencrypted. */
  readonly recipient?: Recipient;
  /** The members of the request. */
  readonly fields: { readonly deviceEncryptionKey?: DeviceEncryptionKey };
}

/** A new ephemeral key for one request, signed by the credential key. */
export async function offerEncryptionKey(context: DeviceContext): Promise<Offer> {
  if (!context.encrypt) return { fields: {} };
  const key = newKey(context);
  const keyId = newId(context);
  const challenge = hash('sha256', key.point, 'buffer');
  const signature = await proveOwnership(context, 'deviceEncryptionKey', challenge);
  const honest = { publicKey: base64(key.point), signature: base64(signature), keyId };
  const offered = (await context.tampering.deviceEncryptionKey?.(honest, factsOf(context))) ?? honest;
  const issuerKeys = await identityKeys(context);
  return { recipient: { key, keyId, issuerKeys }, fields: { deviceEncryptionKey: offered } };
}
