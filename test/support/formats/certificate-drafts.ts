import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { DAY } from '../../../src/conventions/time.ts';
import { rawSignerFromPrivateKey } from '../../../src/formats/cose/index.ts';
import { pointFromPublicKey, spkiFromPoint } from '../../../src/formats/ec/index.ts';
import {
  type Certificate,
  type CertificateFields,
  type CertificateProfile,
  checkCertificateProfile,
  encodeAuthorityKeyIdentifier,
  encodeBasicConstraints,
  encodeCrlDistributionPoints,
  encodeExtendedKeyUsage,
  encodeIssuerAltName,
  encodeKeyUsage,
  encodeName,
  encodeSubjectKeyIdentifier,
  keyIdentifierOf,
  OID,
  parseCertificate,
  signCertificate,
} from '../../../src/formats/x509/index.ts';

/** The problems that the check reports, without the clauses. */
export const problems = (
  certificate: Certificate,
  profile: CertificateProfile,
  issuer?: Certificate,
): readonly string[] => checkCertificateProfile(certificate, profile, issuer).map(({ problem }) => problem);

export const NOW = Date.UTC(2026, 10, 20);
const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const sign = rawSignerFromPrivateKey(privateKey);
const spki = spkiFromPoint(pointFromPublicKey(publicKey));
const identifier = keyIdentifierOf(spki);
const serialNumber = Uint8Array.of(0x11, ...randomBytes(15));
export const rootName = encodeName({ country: 'UT', stateOrProvince: 'UT-A', commonName: 'root' });
export const uri = 'https://utopia.example';

type Named = Readonly<Record<string, Uint8Array>>;
export interface Draft extends Omit<CertificateFields, 'extensions'> {
  readonly extensions: Named;
}

const base = { serialNumber, issuer: rootName, spki, notBefore: NOW };
const shared: Named = {
  ski: encodeSubjectKeyIdentifier(identifier),
  ian: encodeIssuerAltName({ uri }),
  crl: encodeCrlDistributionPoints(uri),
};
/** For each profile, the fields of a certificate that fits it. */
export const DRAFTS: Readonly<Record<CertificateProfile, Draft>> = {
  iaca: {
    ...base,
    subject: rootName,
    notAfter: NOW + 7305 * DAY,
    extensions: {
      ...shared,
      bc: encodeBasicConstraints({ ca: true, pathLength: 0 }),
      ku: encodeKeyUsage(['keyCertSign', 'cRLSign']),
    },
  },
  documentSigner: {
    ...base,
    subject: encodeName({ country: 'UT', stateOrProvince: 'UT-A', commonName: 'signer' }),
    notAfter: NOW + 457 * DAY,
    extensions: {
      ...shared,
      aki: encodeAuthorityKeyIdentifier(identifier),
      ku: encodeKeyUsage(['digitalSignature']),
      eku: encodeExtendedKeyUsage(OID.mdlDocumentSigner),
    },
  },
  statusSigner: {
    ...base,
    subject: encodeName({ country: 'UT', stateOrProvince: 'UT-A' }),
    notAfter: NOW + 1187 * DAY,
    extensions: {
      ski: encodeSubjectKeyIdentifier(identifier),
      aki: encodeAuthorityKeyIdentifier(identifier),
      ku: encodeKeyUsage(['digitalSignature']),
    },
  },
  identity: {
    ...base,
    subject: rootName,
    notAfter: NOW + 450 * DAY,
    extensions: { bc: encodeBasicConstraints({ ca: false }), ku: encodeKeyUsage(['digitalSignature']) },
  },
  encryption: {
    ...base,
    subject: rootName,
    notAfter: NOW + 150 * DAY,
    extensions: { bc: encodeBasicConstraints({ ca: false }), ku: encodeKeyUsage(['keyAgreement']) },
  },
};

/** Signs with the key of the root. */
export const makeCertificate = async (draft: Draft): Promise<Certificate> =>
  parseCertificate(await signCertificate({ ...draft, extensions: Object.values(draft.extensions) }, sign));

export const root = await makeCertificate(DRAFTS.iaca);

export const without = (draft: Draft, name: string): Draft => ({
  ...draft,
  extensions: Object.fromEntries(Object.entries(draft.extensions).filter(([key]) => key !== name)),
});

export const extended = (draft: Draft, extensions: Named): Draft => ({
  ...draft,
  extensions: { ...draft.extensions, ...extensions },
});
