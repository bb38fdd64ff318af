import type { RawSigner } from '../cose/index.ts';
import { encodeName } from './encode-name.ts';
import {
  encodeBasicConstraints,
  encodeCrlDistributionPoints,
  encodeIssuerAltName,
  encodeKeyUsage,
  encodeSubjectKeyIdentifier,
  type IssuerContact,
  keyIdentifierOf,
} from './extensions/index.ts';
import { type MakerSpec, makeCertificate, notAfterWithin, subjectSpki } from './maker.ts';
import { addMonths, IACA_MAX_YEARS, lastSecondBefore, startOfDayBefore } from './validity.ts';

export interface IacaSpec extends MakerSpec {
  /** ISO 3166-1 alpha-2, upper case. */
  readonly country: string;
  /** ISO 3166-2 code; issuing_jurisdiction of every document must be equal to it. */
  readonly stateOrProvince?: string;
  readonly organization?: string;
  readonly commonName: string;
  readonly contact: IssuerContact;
  readonly crlUri: string;
  /** Milliseconds; 20 years when left out. */
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
