import { DAY } from '../../conventions/time.ts';
import type { RawSigner } from '../cose/index.ts';
import { derWriter } from '../der/index.ts';
import { isOnCurve, spkiFromPoint } from '../ec/index.ts';
import { CertificateError } from '../errors.ts';
import type { Certificate } from './certificate.ts';
import {
  encodeAuthorityKeyIdentifier,
  encodeBasicConstraints,
  encodeCrlDistributionPoints,
  encodeExtendedKeyUsage,
  encodeIssuerAltName,
  encodeKeyUsage,
  encodeSubjectKeyIdentifier,
  type IssuerContact,
  keyIdentifierOf,
  subjectKeyIdentifier,
} from './extensions/index.ts';
import { attributeValue, type DistinguishedName, encodeName } from './name.ts';
import { OID } from './oid.ts';
import { type MakerSpec, makeCertificate, notAfterWithin, signed, subjectSpki } from './signed.ts';
import {
  addMonths,
  DOCUMENT_SIGNER_MAX_DAYS,
  endOfDayAfter,
  IACA_MAX_YEARS,
  lastSecondBefore,
  STATUS_SIGNER_MAX_DAYS,
  startOfDayBefore,
} from './validity.ts';

export interface IacaSpec extends MakerSpec {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** ISO 3166-2 code. The issuing_jurisdiction of every document must be equal to it. */
  readonly stateOrProvince?: string;
  readonly organization?: string;
  readonly commonName: string;
  readonly contact: IssuerContact;
  readonly crlUri: string;
  /** Milliseconds; 20 years by default. */
  readonly notAfter?: number;
}

/** Self-signed issuing authority root (ISO 18013-5 B.1.2). `sign` uses the subject's own key. */
export async function makeIacaCertificate(spec: IacaSpec, sign: RawSigner): Promise<Uint8Array> {
  const spki = subjectSpki(spec);
  const name = encodeName({
    country: spec.country,
    stateOrProvince: spec.stateOrProvince,
    organization: spec.organization,
    commonName: spec.commonName,
  });
  const notBefore = startOfDayBefore(spec.createdAt);
  const cap = lastSecondBefore(addMonths(notBefore, IACA_MAX_YEARS * 12));
  const fields = {
    serialNumber: spec.serialNumber,
    issuer: name,
    subject: name,
    notBefore,
    notAfter: notAfterWithin(spec.notAfter, notBefore, cap),
    spki,
    extensions: [
      encodeBasicConstraints({ ca: true, pathLength: 0 }),
      encodeKeyUsage(['keyCertSign', 'cRLSign']),
      encodeSubjectKeyIdentifier(keyIdentifierOf(spki)),
      encodeIssuerAltName(spec.contact),
      encodeCrlDistributionPoints(spec.crlUri),
    ],
  };
  return makeCertificate(fields, spki, sign);
}

/** A certificate that the IACA signs for a key of the issuer. */
interface IssuedSpec extends MakerSpec {
  /** The IACA root; country and state come from it. */
  readonly iaca: Certificate;
  readonly organization?: string;
  readonly commonName: string;
  readonly crlUri: string;
  /** Milliseconds. The default are the `days`, or the end of the root if that is earlier. */
  readonly notAfter?: number;
  /** Days of validity after the day on which it is made, if the profile allows as many; by default 457 in all. */
  readonly days?: number;
}

export interface DocumentSignerSpec extends IssuedSpec {
  readonly contact: IssuerContact;
}

/** Document signer (ISO 18013-5 B.1.4). `sign` uses the IACA key. */
export async function makeDocumentSignerCertificate(
  spec: DocumentSignerSpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  const extensions = [encodeExtendedKeyUsage(OID.mdlDocumentSigner), encodeIssuerAltName(spec.contact)];
  return issuedByIaca(spec, DOCUMENT_SIGNER_MAX_DAYS, extensions, sign);
}

export type StatusSignerSpec = IssuedSpec;

/**
 * Signer of status lists (ISO/IEC 18013-5, second edition, Table B.9). An extended key usage is optional there, and the
 * one for status lists has no number yet. `sign` uses the IACA key.
 */
export async function makeStatusSignerCertificate(
  spec: StatusSignerSpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  return issuedByIaca(spec, STATUS_SIGNER_MAX_DAYS, [], sign);
}

const DEFAULT_DAYS = 457;

async function issuedByIaca(
  spec: IssuedSpec,
  maxDays: number,
  ownExtensions: readonly Uint8Array[],
  sign: RawSigner,
): Promise<Uint8Array> {
  const { iaca } = spec;
  const authority = subjectKeyIdentifier(iaca);
  if (authority === undefined)
    throw new CertificateError('invalidSpec', 'IACA has no subject key identifier');
  const spki = subjectSpki(spec);
  const notBefore = Math.max(startOfDayBefore(spec.createdAt), iaca.notBefore);
  const within = (days: number) => Math.min(lastSecondBefore(notBefore + days * DAY), iaca.notAfter);
  const longest = within(maxDays);
  const wanted = spec.days === undefined ? within(DEFAULT_DAYS) : endOfDayAfter(spec.createdAt, spec.days);
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
    notAfter: notAfterWithin(spec.notAfter ?? Math.min(wanted, longest), notBefore, longest),
    spki,
    extensions: [
      encodeAuthorityKeyIdentifier(authority),
      encodeSubjectKeyIdentifier(keyIdentifierOf(spki)),
      encodeKeyUsage(['digitalSignature']),
      ...ownExtensions,
      encodeCrlDistributionPoints(spec.crlUri),
    ],
  };
  return makeCertificate(fields, iaca.spki, sign);
}

const VERSION_1 = derWriter.integer(0);

/** Extended key usage of the keys for which an external root can issue a certificate. */
const EXTENDED_KEY_USAGE = {
  documentSigner: [encodeExtendedKeyUsage(OID.mdlDocumentSigner)],
  statusSigner: [],
} as const;

export type RequestedProfile = keyof typeof EXTENDED_KEY_USAGE;

/** The extensions that the certificate authority should put into the certificate (RFC 2985 5.4.2). */
function extensionRequest(profile: RequestedProfile): Uint8Array {
  const extensions = derWriter.sequence(encodeKeyUsage(['digitalSignature']), ...EXTENDED_KEY_USAGE[profile]);
  return derWriter.sequence(derWriter.objectIdentifier(OID.extensionRequest), derWriter.setOf(extensions));
}

/**
 * Makes a request to an external root for a certificate (PKCS#10, RFC 2986 4). `sign` uses the subject's own key, to
 * show possession. Throws {@link CertificateError} `invalidSpec`.
 */
export async function makeCertificationRequest(
  profile: RequestedProfile,
  subject: DistinguishedName,
  subjectPoint: Uint8Array,
  sign: RawSigner,
): Promise<Uint8Array> {
  if (!isOnCurve(subjectPoint)) throw new CertificateError('invalidSpec', 'subject key is not a P-256 point');
  const info = derWriter.sequence(
    VERSION_1,
    encodeName(subject),
    spkiFromPoint(subjectPoint),
    derWriter.explicit(0, extensionRequest(profile)),
  );
  return signed(info, sign);
}
