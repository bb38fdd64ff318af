import type { DerReader } from '../der/index.ts';
import { CertificateError } from './error.ts';
import { OID } from './oid.ts';

interface SignatureAlgorithm {
  readonly hash: 'sha256' | 'sha384' | 'sha512';
  readonly keyType: 'ec' | 'rsa';
}

/** Signature algorithms of mdoc issuers and of device attestation chains. */
export const SIGNATURE_ALGORITHMS: ReadonlyMap<string, SignatureAlgorithm> = new Map([
  [OID.ecdsaWithSha256, { hash: 'sha256', keyType: 'ec' }],
  [OID.ecdsaWithSha384, { hash: 'sha384', keyType: 'ec' }],
  [OID.ecdsaWithSha512, { hash: 'sha512', keyType: 'ec' }],
  [OID.sha256WithRsa, { hash: 'sha256', keyType: 'rsa' }],
  [OID.sha384WithRsa, { hash: 'sha384', keyType: 'rsa' }],
  [OID.sha512WithRsa, { hash: 'sha512', keyType: 'rsa' }],
]);

/** OBJECT IDENTIFIER of an AlgorithmIdentifier: no parameters for ECDSA (RFC 5758 3.2), NULL for RSA (RFC 4055 5). */
export function readSignatureAlgorithm(reader: DerReader): string {
  const oid = reader.objectIdentifier();
  const keyType = SIGNATURE_ALGORITHMS.get(oid)?.keyType;
  if (keyType === 'rsa' && !reader.done) reader.null();
  if (keyType === undefined && !reader.done) reader.wellFormedElement();
  if (!reader.done) throw new CertificateError('malformed', 'signature algorithm has unexpected parameters');
  return oid;
}
