import { verifyCoseSign1 } from '../cose/index.ts';
import { CertificateError, certificatePublicKey, parseCertificate } from '../x509/index.ts';
import { checkIssuingAuthority, checkProfile, checkTrust } from './check-document-signer.ts';
import { checkDates, checkDigests, checkSignedDate, checkUniqueItems, checkValidity } from './check-items.ts';
import type { IssuerSigned } from './issuer-signed.ts';
import type { IssuerSignedOptions, IssuerSubject } from './issuer-subject.ts';
import {
  type CheckTable,
  failedIf,
  runChecks,
  skipped,
  type VerificationReport,
} from './verification-report.ts';

export type IssuerCheckName =
  | 'documentSignerCertificate'
  | 'documentSignerProfile'
  | 'documentSignerTrust'
  | 'issuerSignature'
  | 'version'
  | 'docType'
  | 'uniqueItems'
  | 'digests'
  | 'dateFormat'
  | 'signedDate'
  | 'validity'
  | 'issuingAuthority';

/** Reader's checks of what the issuer signed (ISO 18013-5 9.3.1), save revocation and status. */
const CHECKS: CheckTable<IssuerCheckName, IssuerSubject> = {
  documentSignerCertificate: ({ signerKey }) =>
    failedIf(signerKey === undefined, 'the certificate is malformed, or its key not supported'),
  documentSignerProfile: checkProfile,
  documentSignerTrust: checkTrust,
  issuerSignature: ({ issuerAuth, signerKey }) =>
    signerKey
      ? failedIf(!verifyCoseSign1(issuerAuth.sign1, signerKey), 'the document signer did not sign this')
      : skipped('no document signer key'),
  version: ({ issuerAuth }) =>
    failedIf(issuerAuth.mobileSecurityObject.version !== '1.0', 'the version is not 1.0'),
  docType: ({ issuerAuth, options: { docType } }) =>
    docType === undefined
      ? skipped('no document')
      : failedIf(issuerAuth.mobileSecurityObject.docType !== docType, 'the document is of another type'),
  uniqueItems: checkUniqueItems,
  digests: checkDigests,
  dateFormat: checkDates,
  signedDate: checkSignedDate,
  validity: checkValidity,
  issuingAuthority: checkIssuingAuthority,
};

/** Runs every check and reports each; nothing that `issuerSigned` holds makes it throw. */
export function verifyIssuerSigned(
  issuerSigned: IssuerSigned,
  options: IssuerSignedOptions,
): VerificationReport<IssuerCheckName> {
  const { issuerAuth } = issuerSigned;
  const signer = orUndefined(() => parseCertificate(issuerAuth.certificates[0]!));
  const signerKey = signer && orUndefined(() => certificatePublicKey(signer));
  return runChecks(CHECKS, { issuerSigned, issuerAuth, options, signer, signerKey });
}

function orUndefined<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (error instanceof CertificateError) return undefined;
    throw error;
  }
}
