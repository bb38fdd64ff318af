import type { JsonObject } from '../../conventions/json.ts';
import { isP256Spki } from '../../formats/ec/index.ts';
import {
  basicConstraints,
  type Certificate,
  CertificateError,
  certificatePublicKey,
  chainOf,
  hasUnknownCritical,
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

function certificatesIn(x5c: unknown): readonly Certificate[] {
  if (!Array.isArray(x5c) || x5c.length > MOST_CERTIFICATES) return [];
  if (!x5c.every((one) => typeof one === 'string' && BASE64.test(one))) return [];
  try {
    return x5c.map((one) => parseCertificate(Buffer.from(one as string, 'base64')));
  } catch (error) {
    if (error instanceof CertificateError) return [];
    throw error;
  }
}

/** Whether the certificate is of a signer, not of an authority. */
const isSigner = (certificate: Certificate): boolean =>
  isP256Spki(certificate.spki) &&
  basicConstraints(certificate)?.ca !== true &&
  (keyUsage(certificate)?.includes('digitalSignature') ?? true);

/** The path from the signer to one of the roots (HAIP 1.0: the root is not sent, and the signer is not self-signed). */
function isTrusted(sent: readonly Certificate[], roots: readonly Certificate[], now: number): boolean {
  const [signer, ...others] = sent;
  if (signer === undefined || !isSigner(signer)) return false;
  const path = chainOf(signer, others, roots);
  return (
    path?.length === sent.length + 1 &&
    isValidAt(path, now) &&
    path.every((one, index) => !hasUnknownCritical(one, KNOWN) && isPathShort(one, index))
  );
}

/**
 * The claims of a JWT in whose header `x5c` has the certificates of its signer, up to one that a root issued; undefined if
 * anything about it is wrong.
 */
export function trustedClaims(
  text: string,
  types: string | readonly string[],
  { roots, now }: { readonly roots: readonly Certificate[]; readonly now: number },
): JsonObject | undefined {
  const jws = readJws(text, types, LONGEST);
  if (jws === undefined) return undefined;
  const sent = certificatesIn(jws.header.x5c);
  const [signer] = sent;
  const isSigned =
    signer !== undefined && isTrusted(sent, roots, now) && jws.isSignedBy(certificatePublicKey(signer));
  return isSigned ? jws.claims : undefined;
}
