import type { KeyObject } from 'node:crypto';
import type { JsonObject } from '../../conventions/json.ts';
import { isP256Spki } from '../../formats/ec/index.ts';
import {
  basicConstraints,
  type Certificate,
  CertificateError,
  certificatePublicKey,
  hasUnknownCritical,
  isIssuedBy,
  isPathShort,
  isValidAt,
  keyUsage,
  OID,
  parseCertificate,
} from '../../formats/x509/index.ts';
import { readJws } from './jws.ts';

/** A hundred attested keys and a chain of certificates. */
const LONGEST = 49_152;
const MOST_CERTIFICATES = 5;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const KNOWN: ReadonlySet<string> = new Set([OID.basicConstraints, OID.keyUsage, OID.extendedKeyUsage]);

/** @throws CertificateError if one of them cannot be read */
function certificatesIn(x5c: unknown): readonly Certificate[] {
  if (!Array.isArray(x5c) || x5c.length > MOST_CERTIFICATES) return [];
  if (!x5c.every((one) => typeof one === 'string' && BASE64.test(one))) return [];
  return x5c.map((one) => parseCertificate(Buffer.from(one as string, 'base64')));
}

/** Whether the certificate is of a signer, not of an authority. */
const isSigner = (certificate: Certificate): boolean =>
  isP256Spki(certificate.spki) &&
  basicConstraints(certificate)?.ca !== true &&
  (keyUsage(certificate)?.includes('digitalSignature') ?? true);

const isSelfIssued = ({ issuer, subject }: Certificate) => Buffer.compare(issuer, subject) === 0;

/**
 * The path from the signer to one of the roots, undefined if there is none: each certificate was issued by the next one (RFC
 * 7515 4.1.6), the last one by a root (HAIP 1.0: the root is not sent, and the signer is not self-signed). Signatures are
 * verified from the root down, so that only trusted keys cost time.
 */
function pathOf(
  sent: readonly Certificate[],
  roots: readonly Certificate[],
): readonly Certificate[] | undefined {
  let path: readonly Certificate[] = [];
  for (const one of sent.toReversed()) {
    const [next] = path;
    const issuer = (next ? [next] : roots).find((candidate) => isIssuedBy(one, candidate));
    if (!issuer || isSelfIssued(one)) return undefined;
    path = next ? [one, ...path] : [one, issuer];
  }
  return path;
}

interface Trust {
  readonly roots: readonly Certificate[];
  readonly now: number;
}

/** The key of the signer, undefined if it is not trusted. @throws CertificateError if a certificate cannot be read */
function trustedKey(x5c: unknown, { roots, now }: Trust): KeyObject | undefined {
  const sent = certificatesIn(x5c);
  const [signer] = sent;
  if (signer === undefined || !isSigner(signer)) return undefined;
  const path = pathOf(sent, roots);
  const isTrusted =
    path !== undefined &&
    isValidAt(path, now) &&
    path.every((one, index) => !hasUnknownCritical(one, KNOWN) && isPathShort(one, index));
  return isTrusted ? certificatePublicKey(signer) : undefined;
}

/**
 * The claims of a JWT in whose header `x5c` has the certificates of its signer, up to one that a root issued; undefined if
 * anything about it is wrong.
 */
export function trustedClaims(
  text: string,
  types: string | readonly string[],
  trust: Trust,
): JsonObject | undefined {
  const jws = readJws(text, types, LONGEST);
  if (jws === undefined) return undefined;
  try {
    const key = trustedKey(jws.header.x5c, trust);
    return key && jws.isSignedBy(key) ? jws.claims : undefined;
  } catch (error) {
    if (error instanceof CertificateError) return undefined;
    throw error;
  }
}
