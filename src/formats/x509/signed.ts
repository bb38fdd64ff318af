import type { RawSigner } from '../cose/index.ts';
import { derWriter } from '../der/index.ts';
import { signatureValue } from './ecdsa-signature.ts';
import { OID } from './oid.ts';

/** AlgorithmIdentifier (RFC 5758 3.2). */
export const ECDSA_WITH_SHA256 = derWriter.sequence(derWriter.objectIdentifier(OID.ecdsaWithSha256));

/** What is signed, the algorithm, the signature: the frame of certificates and of requests for them. */
export async function signed(content: Uint8Array, sign: RawSigner): Promise<Uint8Array> {
  const signature = signatureValue(await sign(content));
  return derWriter.sequence(content, ECDSA_WITH_SHA256, derWriter.bitString(signature));
}
