import type { DerReader } from '../der/index.ts';

export const OID = {
  // signature algorithms (RFC 5758 3.2, RFC 4055 5)
  ecdsaWithSha256: '1.2.840.10045.4.3.2',
  ecdsaWithSha384: '1.2.840.10045.4.3.3',
  ecdsaWithSha512: '1.2.840.10045.4.3.4',
  sha256WithRsa: '1.2.840.113549.1.1.11',
  sha384WithRsa: '1.2.840.113549.1.1.12',
  sha512WithRsa: '1.2.840.113549.1.1.13',
  // subject public keys
  ecPublicKey: '1.2.840.10045.2.1',
  // attribute types (RFC 5280 A.1)
  commonName: '2.5.4.3',
  serialNumber: '2.5.4.5',
  country: '2.5.4.6',
  stateOrProvince: '2.5.4.8',
  organization: '2.5.4.10',
  title: '2.5.4.12',
  // extensions (RFC 5280 4.2)
  subjectKeyIdentifier: '2.5.29.14',
  keyUsage: '2.5.29.15',
  issuerAltName: '2.5.29.18',
  basicConstraints: '2.5.29.19',
  crlDistributionPoints: '2.5.29.31',
  authorityKeyIdentifier: '2.5.29.35',
  extendedKeyUsage: '2.5.29.37',
  // attribute of requests (RFC 2985 5.4.2)
  extensionRequest: '1.2.840.113549.1.9.14',
  // ISO/IEC 18013-5 B.1.4: document signer
  mdlDocumentSigner: '1.0.18013.5.1.2',
} as const;

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

/**
 * OBJECT IDENTIFIER of an AlgorithmIdentifier: no parameters for ECDSA (RFC 5758 3.2) unless the rules let NULL pass, NULL
 * for RSA (RFC 4055 5).
 */
export function readSignatureAlgorithm(reader: DerReader): string {
  const oid = reader.objectIdentifier();
  const keyType = SIGNATURE_ALGORITHMS.get(oid)?.keyType;
  const mayBeNull = keyType === 'rsa' || (keyType === 'ec' && reader.rules.has('ecdsaNull'));
  if (mayBeNull && !reader.done) reader.null();
  if (keyType === undefined && !reader.done) reader.wellFormedElement();
  reader.end();
  return oid;
}
