import { type RawSigner, signCoseSign1 } from '../../formats/cose/index.ts';
import { type HpkeRecipient, P256_SHA256_AES256GCM, seal } from '../../formats/hpke/index.ts';
import { encodeBase64 } from '../base64.ts';
import type { EncryptedData, ValueKind, WrappedValue } from '../contract/index.ts';
import type { HpkeContextMode } from '../model/index.ts';
import { boundHash, hpkeContext } from './binding.ts';

/**
 * Longest plaintext whose base64 ciphertext has at most 65536 characters, the stricter interpretation of the
 * limit.
 */
export const MAX_SEALED_PLAINTEXT = (65_536 / 4) * 3 - 16;

/**
 * A verified device key to encrypt for. Without one, values are sent unencrypted, which only the sandbox
 * does.
 */
export interface Recipient {
  /** The key, after its signature by the device identity key was verified. */
  readonly key: HpkeRecipient;
  /** Sent back, so that the device can check that it decrypts with the matching key. */
  readonly keyId: string;
  readonly mode: HpkeContextMode;
}

/** Signs, then encrypts. The signature covers the plaintext and the recipient's key. */
async function encrypted(
  plaintext: Uint8Array,
  kind: ValueKind,
  recipient: Recipient,
  signer: RawSigner,
): Promise<EncryptedData> {
  const signature = await signCoseSign1(boundHash(plaintext, recipient.key.point), signer);
  const sealed = seal(P256_SHA256_AES256GCM, recipient.key, {
    ...hpkeContext(kind, recipient.mode),
    plaintext,
  });
  return {
    encryptedValue: encodeBase64(sealed.ciphertext),
    encapsulatedKey: encodeBase64(sealed.encapsulatedKey),
    signature: encodeBase64(signature),
    recipientKeyId: recipient.keyId,
  };
}

/** Encrypts a value for the device. Without a recipient, the value stays unencrypted. */
export async function wrapValue(
  plaintext: Uint8Array,
  kind: ValueKind,
  recipient: Recipient | undefined,
  signer: RawSigner,
): Promise<WrappedValue> {
  if (!recipient) return { unencryptedValue: encodeBase64(plaintext) };
  return { encryptedData: await encrypted(plaintext, kind, recipient, signer) };
}
