import type { FieldViolation } from '../conventions/status.ts';
import { EcError, pointFromSpki } from '../formats/ec/index.ts';
import {
  attributeValue,
  type Certificate,
  CertificateError,
  type CertificateProfile,
  certificatePublicKey,
  certificatesFromPem,
  checkCertificateProfile,
  OID,
  parseCertificate,
  verifyCertificateSignature,
} from '../formats/x509/index.ts';
import type { KeyRecord } from './key-register.ts';

/** The one certificate in a PEM text. */
export function certificateFrom(pem: string): Certificate | undefined {
  try {
    const [der, ...others] = certificatesFromPem(pem);
    return der && others.length === 0 ? parseCertificate(der) : undefined;
  } catch (error) {
    if (error instanceof CertificateError) return undefined;
    throw error;
  }
}

/** The public point, 65 bytes; undefined when the key is not on P-256. */
export function certifiedPoint({ spki }: Certificate): Uint8Array | undefined {
  try {
    return pointFromSpki(spki);
  } catch (error) {
    if (error instanceof EcError) return undefined;
    throw error;
  }
}

function isIssuedBy(certificate: Certificate, root: Certificate): boolean {
  return (
    Buffer.compare(certificate.issuer, root.subject) === 0 &&
    verifyCertificateSignature(certificate, certificatePublicKey(root))
  );
}

/** The registered root that issued a certificate. */
export function registeredRoot(
  records: readonly KeyRecord[],
  certificate: Certificate,
): Certificate | undefined {
  return records
    .filter(({ role }) => role === 'iaca')
    .map((record) => parseCertificate(record.certificate))
    .find((root) => isIssuedBy(certificate, root));
}

const profileProblems = (
  field: string,
  certificate: Certificate,
  profile: CertificateProfile,
  issuer: Certificate,
): readonly FieldViolation[] =>
  checkCertificateProfile(certificate, profile, issuer).map(({ clause, problem }) => ({
    field,
    description: `${problem} (${clause})`,
  }));

/** What the rest of the server asks of a document signer, beyond the profile. */
const NEEDS: readonly {
  readonly description: string;
  readonly holds: (
    certificate: Certificate,
    place: { readonly country: string; readonly now: number },
  ) => boolean;
}[] = [
  {
    description: 'the key is not on P-256, the one curve that this server signs with',
    holds: (certificate) => certifiedPoint(certificate) !== undefined,
  },
  {
    description: 'the certificate has expired',
    holds: ({ notAfter }, { now }) => notAfter > now,
  },
  {
    description: 'the country is not the setting issuer.country',
    holds: ({ subjectAttributes }, { country }) => attributeValue(subjectAttributes, OID.country) === country,
  },
];

/** Everything that keeps a document signer's certificate and its root from being used here. */
export function signerProblems(
  signer: Certificate,
  root: Certificate,
  place: { readonly country: string; readonly now: number },
): readonly FieldViolation[] {
  const profile = [
    ...profileProblems('issuer', root, 'iaca', root),
    ...profileProblems('certificate', signer, 'documentSigner', root),
  ];
  // A name that cannot be read is told by the profile.
  if (profile.length > 0) return profile;
  return NEEDS.filter(({ holds }) => !holds(signer, place)).map(({ description }) => ({
    field: 'certificate',
    description,
  }));
}
