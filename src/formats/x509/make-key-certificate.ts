import type { RawSigner } from '../cose/index.ts';
import type { Certificate } from './certificate.ts';
import {
  encodeAuthorityKeyIdentifier,
  encodeBasicConstraints,
  encodeKeyUsage,
  encodeSubjectKeyIdentifier,
  type KeyUsage,
  keyIdentifierOf,
} from './extensions/index.ts';
import { encodeName } from './name.ts';
import { type MakerSpec, makeCertificate, notAfterWithin, subjectSpki } from './signed.ts';
import {
  addMonths,
  ENCRYPTION_MONTHS,
  IDENTITY_MONTHS,
  lastSecondBefore,
  startOfDayBefore,
} from './validity.ts';

/** Names in the certificate of an issuer key that the wallet platform fetches. */
export interface IssuerKeySpec extends MakerSpec {
  readonly commonName: string;
  readonly organization?: string;
  readonly country?: string;
  /** Milliseconds; default: the longest validity of the profile. */
  readonly notAfter?: number;
}

export interface EncryptionKeySpec extends IssuerKeySpec {
  /** The identity certificate, if its key signs this one. A key for key agreement cannot sign. */
  readonly issuer?: Certificate;
}

/** Self-signed certificate of the key that signs for the issuer; 15 months. */
export async function makeIdentityCertificate(spec: IssuerKeySpec, sign: RawSigner): Promise<Uint8Array> {
  return makeKeyCertificate(spec, 'digitalSignature', IDENTITY_MONTHS, undefined, sign);
}

/**
 * Certificate of the key for which content is encrypted; 5 months. Signed by the identity key if `issuer` is
 * given, otherwise by the encryption key itself. The latter signature only shows possession of the key; trust
 * comes from the pinned channel.
 */
export async function makeEncryptionCertificate(
  spec: EncryptionKeySpec,
  sign: RawSigner,
): Promise<Uint8Array> {
  return makeKeyCertificate(spec, 'keyAgreement', ENCRYPTION_MONTHS, spec.issuer, sign);
}

async function makeKeyCertificate(
  spec: IssuerKeySpec,
  usage: KeyUsage,
  months: number,
  issuer: Certificate | undefined,
  sign: RawSigner,
): Promise<Uint8Array> {
  const spki = subjectSpki(spec);
  const subject = encodeName({
    country: spec.country,
    organization: spec.organization,
    commonName: spec.commonName,
  });
  const notBefore = startOfDayBefore(spec.createdAt);
  const extensions = [
    encodeBasicConstraints({ ca: false }),
    encodeKeyUsage([usage]),
    encodeSubjectKeyIdentifier(keyIdentifierOf(spki)),
  ];
  if (issuer !== undefined) extensions.push(encodeAuthorityKeyIdentifier(keyIdentifierOf(issuer.spki)));
  const fields = {
    serialNumber: spec.serialNumber,
    issuer: issuer?.subject ?? subject,
    subject,
    notBefore,
    notAfter: notAfterWithin(spec.notAfter, notBefore, lastSecondBefore(addMonths(notBefore, months))),
    spki,
    extensions,
  };
  return makeCertificate(fields, issuer?.spki ?? spki, sign);
}
