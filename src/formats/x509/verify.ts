import { type KeyObject, verify } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { canonicalEcdsaSignature, isP256Spki, publicKeyFromSpki } from '../ec/index.ts';
import { CertificateError } from '../errors.ts';
import type { Certificate } from './certificate.ts';
import { SIGNATURE_ALGORITHMS } from './oid.ts';

const MIN_RSA_BITS = 2048;
const MAX_RSA_BITS = 8192;
/** The time to verify a signature grows with the exponent; real ones are 3 or 65537. */
const MAX_RSA_EXPONENT = 0xffff_ffffn;
const CURVES: ReadonlySet<string | undefined> = new Set([
  'prime256v1',
  'secp384r1',
  'secp521r1',
  'brainpoolP256r1',
  'brainpoolP320r1',
  'brainpoolP384r1',
  'brainpoolP512r1',
]);

/**
 * The subject's public key: EC on a curve of ISO/IEC 18013-5 B.1, or RSA of 2048 to 8192 bits with an exponent of
 * at most 32 bits. Callers cache it.
 */
export function certificatePublicKey(certificate: Pick<Certificate, 'spki'>): KeyObject {
  let key: KeyObject;
  try {
    key = publicKeyFromSpki(certificate.spki);
  } catch (error) {
    throw new CertificateError('unsupportedKey', 'public key cannot be read', { cause: error });
  }
  // Reading the curve from node:crypto would double the time to read the key.
  if (!isP256Spki(certificate.spki) && !isSupportedKey(key))
    throw new CertificateError('unsupportedKey', 'public key type or size is not supported');
  return key;
}

function isSupportedKey(key: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (key.asymmetricKeyType === 'ec') return CURVES.has(namedCurve);
  return (
    key.asymmetricKeyType === 'rsa' &&
    modulusLength >= MIN_RSA_BITS &&
    modulusLength <= MAX_RSA_BITS &&
    publicExponent <= MAX_RSA_EXPONENT
  );
}

/**
 * Whether `issuerKey` signed the certificate. Also false if the type of the key does not fit the algorithm.
 */
export function verifyCertificateSignature(certificate: Certificate, issuerKey: KeyObject): boolean {
  const algorithm = SIGNATURE_ALGORITHMS.get(certificate.signatureAlgorithm);
  if (algorithm === undefined || issuerKey.asymmetricKeyType !== algorithm.keyType) return false;
  const { signature, rules, tbs } = certificate;
  try {
    const encoded = algorithm.keyType === 'ec' ? canonicalEcdsaSignature(signature, rules) : signature;
    return verify(algorithm.hash, tbs, issuerKey, encoded);
  } catch {
    return false;
  }
}

/**
 * Caches keys of authorities, and signatures between them that were verified, so that a chain costs little
 * more than its new signatures. Both depend only on the bytes; callers check dates, revocation and trust each
 * time.
 */
export interface AuthorityCache {
  /** Like {@link certificatePublicKey}. */
  readonly publicKey: (certificate: Pick<Certificate, 'spki'>) => KeyObject;
  /**
   * Whether the key of `signer` signed `certificate`. Caches only positive results, for the exact bytes of
   * both.
   */
  readonly isSignedBy: (certificate: Certificate, signer: Certificate) => boolean;
}

/** Caches the `capacity` most recently used keys, and the same number of certificates. */
export function createAuthorityCache(capacity = 256): AuthorityCache {
  const keys = new LRUCache<string, KeyObject>({ max: capacity });
  const signers = new LRUCache<string, string>({ max: capacity });
  const publicKey: AuthorityCache['publicKey'] = (certificate) => {
    const name = asText(certificate.spki);
    const known = keys.get(name);
    if (known !== undefined) return known;
    const key = certificatePublicKey(certificate);
    keys.set(name, key);
    return key;
  };
  const isSignedBy: AuthorityCache['isSignedBy'] = (certificate, signer) => {
    const name = asText(certificate.der);
    const signerKey = asText(signer.spki);
    if (signers.get(name) === signerKey) return true;
    const isSigned = verifyCertificateSignature(certificate, publicKey(signer));
    if (isSigned) signers.set(name, signerKey);
    return isSigned;
  };
  return { publicKey, isSignedBy };
}

const asText = (bytes: Uint8Array): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('latin1');
