import { encodeInOrder } from '../cbor/index.ts';
import { ProofError } from '../errors.ts';
import { proofDecoder, read } from '../structure/index.ts';

const KIND = 'ProofOfBinding';
const HASH_LENGTH = 32;

/**
 * `["ProofOfBinding", popSha256]`, in the certificate of an authentication key. `popSha256`: SHA-256 of the payload
 * of the ProofOfProvisioning, not of the COSE_Sign1 around it. Throws ProofError `unencodable`.
 */
export function encodeProofOfBinding(popSha256: Uint8Array): Uint8Array {
  if (popSha256.length !== HASH_LENGTH) throw new ProofError('unencodable', 'a SHA-256 has 32 bytes');
  return encodeInOrder([KIND, popSha256]);
}

/** The popSha256; members after it are passed over, as the structure may grow. Throws ProofError. */
export function decodeProofOfBinding(bytes: Uint8Array): Uint8Array {
  return proofDecoder.item(KIND, bytes, (reader) => {
    const length = reader.array();
    if (length === 0 || reader.text() !== KIND) throw new ProofError('wrongKind', `this is no ${KIND}`);
    const popSha256 = length < 2 ? new Uint8Array(0) : read.bytes(reader);
    if (popSha256.length !== HASH_LENGTH) throw new ProofError('malformed', `${KIND}: no SHA-256`);
    for (let left = length - 2; left > 0; left--) read.raw(reader);
    return popSha256;
  });
}
