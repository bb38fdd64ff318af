import { P256_SHA256_AES256GCM, seal } from '../../../formats/hpke/index.ts';
import type { EncryptedData, WrappedValue } from '../../../issuer/contract/index.ts';
import { base64, type DeviceContext, factsOf } from '../context.ts';
import { newRawKeyPair } from '../device-key.ts';
import { type EncryptionKey, encryptionKey } from './issuer-keys.ts';
import { proveOwnership } from './recipient.ts';
import { boundHash, hpkeContext, type SentKind } from './value-kind.ts';

/** Signs the plaintext and the recipient's key, then encrypts the plaintext. */
async function encrypted(
  context: DeviceContext,
  kind: SentKind,
  plaintext: Uint8Array,
  recipient: EncryptionKey,
): Promise<EncryptedData> {
  const { tampering, random } = context;
  const facts = factsOf(context);
  const signature = await proveOwnership(context, kind, boundHash(plaintext, recipient.point));
  const honest = { kind, plaintext, recipient, context: hpkeContext(kind, context.hpkeContext) };
  const spec = (await tampering.seal?.(honest, facts)) ?? honest;
  const parts = { ...spec.context, plaintext: spec.plaintext };
  const sealed = seal(P256_SHA256_AES256GCM, spec.recipient.point, parts, {
    ephemeral: newRawKeyPair(random),
  });
  const data = {
    encryptedValue: base64(sealed.ciphertext),
    encapsulatedKey: base64(sealed.encapsulatedKey),
    signature: base64(signature),
    recipientKeyId: spec.recipient.keyId,
  };
  return (await tampering.encryptedData?.(data, facts, kind)) ?? data;
}

/** Returns a function that wraps the values of one request, encrypted for the issuer's active key if `encrypt` is true. */
export async function valueWrapper(
  context: DeviceContext,
): Promise<(kind: SentKind, plaintext: Uint8Array) => Promise<WrappedValue>> {
  const { tampering, encrypt } = context;
  const recipient = encrypt ? await encryptionKey(context) : undefined;
  return async (kind, honest) => {
    const facts = factsOf(context);
    const plaintext = (await tampering.plaintext?.(honest, facts, kind)) ?? honest;
    const value = recipient
      ? { encryptedData: await encrypted(context, kind, plaintext, recipient) }
      : { unencryptedValue: base64(plaintext) };
    return (await tampering.value?.(value, facts, kind)) ?? value;
  };
}
