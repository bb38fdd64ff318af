import type { RawSigner } from '../cose/index.ts';
import { derWriter } from '../der/index.ts';
import { isOnCurve, spkiFromPoint } from '../ec/index.ts';
import { CertificateError } from '../errors.ts';
import { type DistinguishedName, encodeName } from './encode-name.ts';
import { encodeExtendedKeyUsage, encodeKeyUsage } from './extensions/index.ts';
import { OID } from './oid.ts';
import { signed } from './signed.ts';

const VERSION_1 = derWriter.integer(0);

/** The extensions that the certificate authority should put into a document signer's certificate (RFC 2985 5.4.2). */
function extensionRequest(): Uint8Array {
  const extensions = derWriter.sequence(
    encodeKeyUsage(['digitalSignature']),
    encodeExtendedKeyUsage(OID.mdlDocumentSigner),
  );
  return derWriter.sequence(derWriter.objectIdentifier(OID.extensionRequest), derWriter.setOf(extensions));
}

/**
 * Asks a root elsewhere for a document signer certificate (PKCS#10, RFC 2986 4). `sign` uses the subject's own key,
 * which shows possession. Throws {@link CertificateError} `invalidSpec`.
 */
export async function makeCertificationRequest(
  subject: DistinguishedName,
  subjectPoint: Uint8Array,
  sign: RawSigner,
): Promise<Uint8Array> {
  if (!isOnCurve(subjectPoint)) throw new CertificateError('invalidSpec', 'subject key is not a P-256 point');
  const info = derWriter.sequence(
    VERSION_1,
    encodeName(subject),
    spkiFromPoint(subjectPoint),
    derWriter.explicit(0, extensionRequest()),
  );
  return signed(info, sign);
}
