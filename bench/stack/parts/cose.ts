import { type KeyObject, sign, verify } from 'node:crypto';
import { decodeCbor, encodeCbor } from './cbor.ts';
import { Refusal } from './refusal.ts';

const ES256 = Buffer.from('a10126', 'hex');
const EMPTY = Buffer.alloc(0);

const toBeSigned = (payload: Uint8Array) => encodeCbor(['Signature1', ES256, EMPTY, payload]);

export function coseSign1(payload: Uint8Array, key: KeyObject): Buffer {
  const signature = sign('sha256', toBeSigned(payload), { key, dsaEncoding: 'ieee-p1363' });
  return encodeCbor([ES256, new Map(), payload, signature]);
}

/** The payload of a COSE_Sign1 that this key signed. */
export function openSign1(bytes: Uint8Array, key: KeyObject): Uint8Array {
  const message = decodeCbor(bytes);
  if (!Array.isArray(message) || message.length !== 4) {
    throw new Refusal('invalidPayloadSignature', 'no COSE_Sign1');
  }
  const [header, , payload, signature] = message as Uint8Array[];
  const isSigned =
    Buffer.compare(header!, ES256) === 0 &&
    verify('sha256', toBeSigned(payload!), { key, dsaEncoding: 'ieee-p1363' }, signature!);
  if (!isSigned) throw new Refusal('invalidPayloadSignature', 'the signature is not valid');
  return payload!;
}

/** Checks a ProofOfOwnership over this challenge. */
export function checkOwnership(
  bytes: Uint8Array,
  key: KeyObject,
  { docType, challenge }: { readonly docType: string; readonly challenge: Uint8Array },
): void {
  const [kind, type, given, isTest] = decodeCbor(openSign1(bytes, key)) as [
    string,
    string,
    Uint8Array,
    boolean,
  ];
  const isProof = kind === 'ProofOfOwnership' && type === docType && isTest === false;
  if (isProof && Buffer.compare(given, challenge) === 0) return;
  throw new Refusal('invalidPayloadSignature', 'the proof of ownership is over something else');
}
