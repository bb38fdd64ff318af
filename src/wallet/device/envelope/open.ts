import {
  CoseError,
  type CoseSign1,
  decodeCoseSign1,
  ES256,
  verifyCoseSign1,
} from '../../../formats/cose/index.ts';
import { EcError, sharedSecret } from '../../../formats/ec/index.ts';
import { HpkeError, open, P256_SHA256_AES256GCM } from '../../../formats/hpke/index.ts';
import type { EncryptedData, WrappedValue } from '../../../issuer/contract/index.ts';
import { DistrustError } from '../../errors.ts';
import type { DeviceContext } from '../context.ts';
import type { Recipient } from './recipient.ts';
import { boundHash, hpkeContext, type ReceivedKind } from './value-kind.ts';

type Needs = Pick<DeviceContext, 'hpkeContext'>;

function bytes(text: string): Uint8Array {
  return Buffer.from(text, 'base64');
}

function decrypt(data: EncryptedData, kind: ReceivedKind, { key }: Recipient, context: Needs): Uint8Array {
  const encapsulatedKey = bytes(data.encapsulatedKey);
  try {
    return open(P256_SHA256_AES256GCM, {
      sharedSecret: sharedSecret(key.privateKey, encapsulatedKey),
      recipientPoint: key.point,
      encapsulatedKey,
      ciphertext: bytes(data.encryptedValue),
      ...hpkeContext(kind, context.hpkeContext),
    });
  } catch (cause) {
    if (!(cause instanceof HpkeError || cause instanceof EcError)) throw cause;
    throw new DistrustError('undecryptable', `the ${kind} does not decrypt with the key of this request`, {
      cause,
    });
  }
}

function readSignature(text: string, kind: ReceivedKind): CoseSign1 {
  try {
    return decodeCoseSign1(bytes(text));
  } catch (cause) {
    if (!(cause instanceof CoseError)) throw cause;
    throw new DistrustError('issuerSignature', `the signature of the ${kind} is no COSE_Sign1`, { cause });
  }
}

function verify(
  plaintext: Uint8Array,
  text: string,
  kind: ReceivedKind,
  { key, issuerKeys }: Recipient,
): void {
  const sign1 = readSignature(text, kind);
  if (Buffer.compare(sign1.payload ?? new Uint8Array(), boundHash(plaintext, key.point)) !== 0) {
    throw new DistrustError('issuerSignature', `the signature of the ${kind} is over something else`);
  }
  if (!issuerKeys.some((issuerKey) => verifyCoseSign1(sign1, issuerKey, { algorithms: [ES256] }))) {
    throw new DistrustError('issuerSignature', `the ${kind} is signed by no identity key of the issuer`);
  }
}

/**
 * Opens a value from the issuer. It must be encrypted for the key of this request and signed by a known
 * identity key. Throws DistrustError.
 */
export function openValue(
  { encryptedData, unencryptedValue }: WrappedValue,
  kind: ReceivedKind,
  recipient: Recipient | undefined,
  context: Needs,
): Uint8Array {
  if (!recipient) {
    if (unencryptedValue !== undefined) return bytes(unencryptedValue);
    throw new DistrustError('plainAnswer', `the ${kind} has no plain value, which was asked for`);
  }
  if (!encryptedData || unencryptedValue !== undefined) {
    throw new DistrustError('plainAnswer', `the ${kind} came unencrypted`);
  }
  if (encryptedData.recipientKeyId !== recipient.keyId) {
    throw new DistrustError('recipientKey', `the ${kind} names another recipient key`);
  }
  const plaintext = decrypt(encryptedData, kind, recipient, context);
  verify(plaintext, encryptedData.signature, kind, recipient);
  return plaintext;
}
