import { P256_SHA256_AES256GCM, seal } from '../../../formats/hpke/index.ts';
import type { EncryptedData } from '../../../issuer/contract/index.ts';
import { base64, type DeviceContext, factsOf } from '../context.ts';
import { newRawKeyPair } from '../device-key.ts';
import type { EncryptionKey } from './issuer-certificates.ts';
import { proveOwnership } from './ownership.ts';
import { boundHash, hpkeContext, type SentKind } from './value-kind.ts';

/** Signs the plaintext and the recipient's key, then encrypts the plaintext. */
export async function encrypted(
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
