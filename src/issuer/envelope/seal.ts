import { type RawSigner, signCoseSign1 } from '../../formats/cose/index.ts';
import { type HpkeRecipient, P256_SHA256_AES256GCM, seal } from '../../formats/hpke/index.ts';
import { encodeBase64 } from '../base64.ts';
import type { EncryptedData, ValueKind, WrappedValue } from '../contract/index.ts';
import type { HpkeContextMode } from '../model/index.ts';
import { boundHash, hpkeContext } from './binding.ts';

/** Longest plaintext whose base64 ciphertext stays within 65536 characters, the stricter reading of the limit. */
export const MAX_SEALED_PLAINTEXT = (65_536 / 4) * 3 - 16;

/** A verified device key to encrypt for. Without one, values are sent unencrypted, in the sandbox only. */
export interface Recipient {
  /** Its signature by the device identity key was verified. */
  readonly key: HpkeRecipient;
  /** Echoed: the device checks that it matches the key that it decrypts with. */
  readonly keyId: string;
  readonly mode: HpkeContextMode;
}

/** Sign, then encrypt: the signature is over the plaintext and the recipient's key. */
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

/** Encrypts a value for the device; without a recipient the value stays unencrypted. */
export async function wrapValue(
  plaintext: Uint8Array,
  kind: ValueKind,
  recipient: Recipient | undefined,
  signer: RawSigner,
): Promise<WrappedValue> {
  if (!recipient) return { unencryptedValue: encodeBase64(plaintext) };
  return { encryptedData: await encrypted(plaintext, kind, recipient, signer) };
}
