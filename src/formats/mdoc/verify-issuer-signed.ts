import { hash } from 'node:crypto';
import { verifyCoseSign1 } from '../cose/index.ts';
import { hasRepeats } from '../structure/index.ts';
import { CertificateError, certificatePublicKey, parseCertificate } from '../x509/index.ts';
import { checkIssuingAuthority, checkProfile, checkTrust } from './check-document-signer.ts';
import { encodeIssuerSignedItem, type IssuerSigned, type IssuerSignedItem } from './issuer-signed.ts';
import { DIGEST_ALGORITHMS, type MobileSecurityObject } from './mobile-security-object.ts';
import {
  type CheckOutcome,
  type CheckTable,
  failedFor,
  failedIf,
  type IssuerSignedOptions,
  type IssuerSubject,
  runChecks,
  skipped,
  type VerificationReport,
} from './verification-report.ts';

const validityOf = ({ issuerAuth }: IssuerSubject) => issuerAuth.mobileSecurityObject.validityInfo;

/** ISO 18013-5 7.2.1 and 9.1.2.4: UTC, no fraction. */
const checkDates = (subject: IssuerSubject): CheckOutcome =>
  failedIf(!validityOf(subject).strictDates, 'a moment has a fraction, or is not in UTC with Z');

/** The issuer signed while its certificate was valid. */
function checkSignedDate(subject: IssuerSubject): CheckOutcome {
  const { signed } = validityOf(subject);
  const { signer } = subject;
  if (signer === undefined) return skipped('no document signer certificate');
  return failedIf(
    signed < signer.notBefore || signed > signer.notAfter,
    'signed lies outside the validity of the document signer certificate',
  );
}

function checkValidity(subject: IssuerSubject): CheckOutcome {
  const { signed, validFrom, validUntil } = validityOf(subject);
  const { now } = subject.options;
  const problems: readonly (readonly [boolean, string])[] = [
    [validFrom < signed, 'validFrom lies before signed'],
    [validUntil <= validFrom, 'validUntil does not lie after validFrom'],
    [now < validFrom, 'not yet valid'],
    [now > validUntil, 'no longer valid'],
  ];
  return failedFor(problems.filter(([applies]) => applies).map(([, reason]) => reason));
}

/** Minimum number of bytes of `random` (ISO 18013-5 9.1.2.5). */
const MIN_RANDOM_LENGTH = 16;

/** Within a namespace, element identifiers and digest ids are unique, and each random value is long enough. */
function checkUniqueItems({ issuerSigned }: IssuerSubject): CheckOutcome {
  const problems = [...(issuerSigned.nameSpaces ?? [])].flatMap(([namespace, items]) => [
    ...(hasRepeats(items.map((item) => item.digestId)) ? [`${namespace}: a digest id is repeated`] : []),
    ...(hasRepeats(items.map((item) => item.elementIdentifier))
      ? [`${namespace}: an element is repeated`]
      : []),
    ...items
      .filter(({ random }) => random.length < MIN_RANDOM_LENGTH)
      .map(({ elementIdentifier }) => `${namespace}/${elementIdentifier}: random is too short`),
  ]);
  return failedFor(problems);
}

/** ISO 18013-5 9.3.1: the digest of each item equals the signed one. */
function checkDigests({ issuerSigned, issuerAuth }: IssuerSubject): CheckOutcome {
  const { nameSpaces } = issuerSigned;
  if (nameSpaces === undefined) return skipped('no items');
  const problems = [...nameSpaces].flatMap(([namespace, items]) =>
    items
      .filter((item) => !isDigested(namespace, item, issuerAuth.mobileSecurityObject))
      .map(({ elementIdentifier }) => `${namespace}/${elementIdentifier}: the digest differs`),
  );
  return failedFor(problems);
}

function isDigested(namespace: string, item: IssuerSignedItem, mso: MobileSecurityObject): boolean {
  const expected = mso.valueDigests.get(namespace)?.get(item.digestId);
  const actual = hash(DIGEST_ALGORITHMS[mso.digestAlgorithm].hash, encodeIssuerSignedItem(item), 'buffer');
  return expected !== undefined && Buffer.compare(expected, actual) === 0;
}

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

/** A reader's checks of the issuer's signature and data (ISO 18013-5 9.3.1), except revocation and status. */
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

/** Runs every check and reports each. No content of `issuerSigned` makes it throw. */
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
