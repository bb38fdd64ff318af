import { type CborValue, decode, encodeInOrder } from '../../../src/formats/cbor/index.ts';

const member = (value: CborValue, key: string | number): CborValue =>
  Array.isArray(value) ? value[key as number] : (value as ReadonlyMap<CborValue, CborValue>).get(key);

/** IssuerSigned of the first document. Digests and signatures cover byte strings, which are not encoded again. */
export function issuerSignedOfResponse(deviceResponse: Uint8Array): Uint8Array {
  const documents = member(decode(deviceResponse, { shortestOnly: false }), 'documents');
  return encodeInOrder(member(member(documents, 0), 'issuerSigned'));
}
