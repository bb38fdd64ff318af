import type { RawSigner } from '../cose/index.ts';
import { CertificateError } from '../errors.ts';
import type { Certificate } from './certificate.ts';
import { encodeName } from './encode-name.ts';
import {
  encodeAuthorityKeyIdentifier,
  encodeCrlDistributionPoints,
  encodeExtendedKeyUsage,
  encodeIssuerAltName,
  encodeKeyUsage,
  encodeSubjectKeyIdentifier,
  type IssuerContact,
  keyIdentifierOf,
  subjectKeyIdentifier,
} from './extensions/index.ts';
import { type MakerSpec, makeCertificate, notAfterWithin, subjectSpki } from './maker.ts';
import { attributeValue } from './name.ts';
import { OID } from './oid.ts';
import { DOCUMENT_SIGNER_MAX_VALIDITY, lastSecondBefore, startOfDayBefore } from './validity.ts';

export interface DocumentSignerSpec extends MakerSpec {
  /** The IACA root; country and state come from it. */
  readonly iaca: Certificate;
  readonly organization?: string;
  readonly commonName: string;
  readonly contact: IssuerContact;
  readonly crlUri: string;
  /** Milliseconds; 457 days or the end of the root, whichever is earlier, when left out. */
  readonly notAfter?: number;
}

/** Document signer (ISO 18013-5 B.1.4). `sign` uses the IACA key. */
export async function makeDocumentSignerCertificate(
  spec: DocumentSignerSpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  const { iaca } = spec;
  const authority = subjectKeyIdentifier(iaca);
  if (authority === undefined)
    throw new CertificateError('invalidSpec', 'IACA has no subject key identifier');
  const spki = subjectSpki(spec);
  const notBefore = Math.max(startOfDayBefore(spec.createdAt), iaca.notBefore);
  const cap = Math.min(lastSecondBefore(notBefore + DOCUMENT_SIGNER_MAX_VALIDITY), iaca.notAfter);
  const fields = {
    serialNumber: spec.serialNumber,
    issuer: iaca.subject,
    subject: encodeName({
      country: attributeValue(iaca.subjectAttributes, OID.country),
      stateOrProvince: attributeValue(iaca.subjectAttributes, OID.stateOrProvince),
      organization: spec.organization,
      commonName: spec.commonName,
    }),
    notBefore,
    notAfter: notAfterWithin(spec.notAfter, notBefore, cap),
    spki,
    extensions: [
      encodeAuthorityKeyIdentifier(authority),
      encodeSubjectKeyIdentifier(keyIdentifierOf(spki)),
      encodeKeyUsage(['digitalSignature']),
      encodeExtendedKeyUsage(OID.mdlDocumentSigner),
      encodeIssuerAltName(spec.contact),
      encodeCrlDistributionPoints(spec.crlUri),
    ],
  };
  return makeCertificate(fields, iaca.spki, sign);
}
