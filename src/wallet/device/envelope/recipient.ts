import type { KeyObject } from 'node:crypto';
import type { DeviceEncryptionKey } from '../../../issuer/contract/index.ts';
import { hash } from '../../crypto.ts';
import { base64, type DeviceContext, factsOf, newId, newKey } from '../context.ts';
import type { DeviceKey } from '../device-key.ts';
import { identityKeys } from './issuer-keys.ts';

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
  const issuerKeys = await identityKeys(context);
  const { proveOwnership } = await import('./ownership.ts');
  const key = newKey(context);
  const keyId = newId(context);
  const challenge = hash('sha256', key.point, 'buffer');
  const signature = await proveOwnership(context, 'deviceEncryptionKey', challenge);
  const honest = { publicKey: base64(key.point), signature: base64(signature), keyId };
  const offered = (await context.tampering.deviceEncryptionKey?.(honest, factsOf(context))) ?? honest;
  return { recipient: { key, keyId, issuerKeys }, fields: { deviceEncryptionKey: offered } };
}
