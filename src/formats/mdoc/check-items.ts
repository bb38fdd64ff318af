import { hash } from 'node:crypto';
import { hasRepeats } from '../structure/index.ts';
import { encodeIssuerSignedItem, type IssuerSignedItem } from './issuer-signed-item.ts';
import type { IssuerSubject } from './issuer-subject.ts';
import { DIGEST_ALGORITHMS, type MobileSecurityObject } from './mobile-security-object.ts';
import { type CheckOutcome, failedFor, failedIf, skipped } from './verification-report.ts';

const validityOf = ({ issuerAuth }: IssuerSubject) => issuerAuth.mobileSecurityObject.validityInfo;

/** ISO 18013-5 7.2.1 and 9.1.2.4: UTC, no fraction. */
export const checkDates = (subject: IssuerSubject): CheckOutcome =>
  failedIf(!validityOf(subject).strictDates, 'a moment has a fraction, or is not in UTC with Z');

/** The issuer signed while its certificate was valid. */
export function checkSignedDate(subject: IssuerSubject): CheckOutcome {
  const { signed } = validityOf(subject);
  const { signer } = subject;
  if (signer === undefined) return skipped('no document signer certificate');
  return failedIf(
    signed < signer.notBefore || signed > signer.notAfter,
    'signed lies outside the validity of the document signer certificate',
  );
}

export function checkValidity(subject: IssuerSubject): CheckOutcome {
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

/** Least bytes of `random` (ISO 18013-5 9.1.2.5). */
const MIN_RANDOM_LENGTH = 16;

/** Within a namespace, element identifiers and digest ids are unique, and each random value is long enough. */
export function checkUniqueItems({ issuerSigned }: IssuerSubject): CheckOutcome {
  const problems = [...(issuerSigned.nameSpaces ?? [])].flatMap(([namespace, items]) => [
    ...(hasRepeats(items.map((item) => item.digestId)) ? [`${namespace}: a digest id stands twice`] : []),
    ...(hasRepeats(items.map((item) => item.elementIdentifier))
      ? [`${namespace}: an element stands twice`]
      : []),
    ...items
      .filter(({ random }) => random.length < MIN_RANDOM_LENGTH)
      .map(({ elementIdentifier }) => `${namespace}/${elementIdentifier}: random is too short`),
  ]);
  return failedFor(problems);
}

/** ISO 18013-5 9.3.1: the digest of each item is the one that the issuer signed. */
export function checkDigests({ issuerSigned, issuerAuth }: IssuerSubject): CheckOutcome {
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
