import type { IssuerSubject } from './issuer-subject.ts';
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
