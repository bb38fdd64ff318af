import { hash } from 'node:crypto';
import { HpkeError, type HpkeRecipient, hpkeRecipient } from '../../formats/hpke/index.ts';
import { decodeBase64 } from '../base64.ts';
import type { DeviceEncryptionKey } from '../contract/index.ts';
import type { RegisteredDevice } from '../device/registered-device.ts';
import { IssuerError } from '../errors.ts';
import type { IssuerPolicy } from '../policy.ts';
import { hpkeContextModeOf } from './binding.ts';
import { verifyOwnership } from './ownership.ts';
import type { Recipient } from './seal.ts';

const MAX_SIGNATURE = 1024;

function preparedKey(point: Uint8Array): HpkeRecipient {
  try {
    return hpkeRecipient(point);
  } catch (cause) {
    if (!(cause instanceof HpkeError)) throw cause;
    const description = 'deviceEncryptionKey.publicKey is not an uncompressed P-256 point';
    throw new IssuerError('invalidFieldValue', description, { cause });
  }
}

/** The key is required outside the sandbox. @throws IssuerError `missingRequiredField` */
export function requireEncryptionKey(
  key: DeviceEncryptionKey | undefined,
  { plaintext }: Pick<IssuerPolicy, 'plaintext'>,
): void {
  if (!key && !plaintext) throw new IssuerError('missingRequiredField', 'unset: deviceEncryptionKey');
}

/**
 * Verifies the key for which personal data is encrypted, because an intermediary could have replaced it.
 * Undefined if the sandbox sends data unencrypted. @throws IssuerError
 */
export function verifiedRecipient(
  key: DeviceEncryptionKey | undefined,
  device: RegisteredDevice,
  docTypes: readonly string[],
  policy: Pick<IssuerPolicy, 'plaintext' | 'hpkeContext'>,
): Recipient | undefined {
  requireEncryptionKey(key, policy);
  if (!key) return undefined;
  const publicKey = decodeBase64(key.publicKey, 'deviceEncryptionKey.publicKey', 128);
  const prepared = preparedKey(publicKey);
  const signature = decodeBase64(key.signature, 'deviceEncryptionKey.signature', MAX_SIGNATURE);
  const challenges = [hash('sha256', publicKey, 'buffer')];
  verifyOwnership(signature, device, { docTypes, challenges, field: 'deviceEncryptionKey.signature' });
  return { key: prepared, keyId: key.keyId, mode: hpkeContextModeOf(device, policy) };
}
