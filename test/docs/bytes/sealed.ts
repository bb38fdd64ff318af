import { hash } from 'node:crypto';
import { encodeProofOfOwnership, signProof } from '../../../src/formats/android/index.ts';
import { signCoseSign1 } from '../../../src/formats/cose/index.ts';
import { P256_SHA256_AES256GCM, seal } from '../../../src/formats/hpke/index.ts';
import { type FixedKey, keyNamed } from './fixed-key.ts';

export const DOC_TYPE = 'org.iso.18013.5.1.mDL';

const sha256 = (...parts: readonly Uint8Array[]) => hash('sha256', Buffer.concat(parts), 'buffer');

/** A COSE_Sign1 by the credential key over a ProofOfOwnership. */
export const ownership = (challenge: Uint8Array, { sign }: FixedKey) =>
  signProof(encodeProofOfOwnership({ docType: DOC_TYPE, challenge, testCredential: false }), sign);

/** What an EncryptedData is made from, and its members. */
export interface SealedExample {
  readonly info: string;
  readonly plaintext: Uint8Array;
  readonly ephemeral: FixedKey;
  readonly recipient: FixedKey;
  readonly encapsulatedKey: Uint8Array;
  readonly encryptedValue: Uint8Array;
  readonly signature: Uint8Array;
}

/** Signs like a device or like an issuer, and encrypts with an ephemeral key that depends on the context only. */
export async function sealedExample(
  info: string,
  plaintext: Uint8Array,
  recipient: FixedKey,
  signer: FixedKey,
  by: 'device' | 'issuer',
): Promise<SealedExample> {
  const ephemeral = keyNamed(`ephemeral ${info}`);
  const bound = sha256(plaintext, recipient.point);
  const signature =
    by === 'device' ? await ownership(bound, signer) : await signCoseSign1(bound, signer.sign);
  const parts = { info: Buffer.from(info), aad: new Uint8Array(), plaintext };
  const { encapsulatedKey, ciphertext: encryptedValue } = seal(
    P256_SHA256_AES256GCM,
    recipient.point,
    parts,
    {
      ephemeral: { privateKey: ephemeral.scalar, publicKey: ephemeral.point },
    },
  );
  return { info, plaintext, ephemeral, recipient, encapsulatedKey, encryptedValue, signature };
}
