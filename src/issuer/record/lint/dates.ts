import { type Day, dayIn } from '../calendar.ts';
import {
  type Found,
  inRole,
  type LintedRecord,
  type Role,
  type Rule,
  unless,
  type Violation,
} from './rule.ts';

/** Dates by their role, as days in the issuer's time zone. */
function days(record: LintedRecord, ...roles: readonly Role[]): readonly Found[] {
  return inRole(record, ...roles).map(({ path, value }) => {
    const text = value as string;
    return { path, value: text.length === 10 ? text : dayIn(record.context.timeZone, Date.parse(text)) };
  });
}

/** Reports the later of two dates if they are in the wrong order. */
export function ordered(
  earlier: readonly Found[],
  later: readonly Found[],
  fits: (first: Day, second: Day) => boolean,
  problem: string,
): readonly Violation[] {
  return earlier.flatMap(({ value }) => unless((one) => fits(value as Day, one as Day), problem, later));
}

const noLaterThan = (first: Day, second: Day) => first <= second;

const clause = 'ISO/IEC 18013-5 7.2.1';

export const DATE_RULES: readonly Rule[] = [
  {
    id: 'dateInFuture',
    summary: 'The dates of birth, of issue and of the portrait are not in the future.',
    rule: clause,
    requirement: 'A2',
    severity: 'error',
    check: (record: LintedRecord) =>
      unless(
        (day) => (day as Day) <= record.context.today,
        'lies in the future',
        days(record, 'birthDate', 'issueDate', 'pastDate'),
      ),
  },
  {
    id: 'issuedBeforeBirth',
    summary: 'The date of issue is after the date of birth.',
    rule: clause,
    requirement: 'A2',
    severity: 'error',
    check: (record) =>
      ordered(
        days(record, 'birthDate'),
        days(record, 'issueDate'),
        (birth, issue) => birth < issue,
        'must be later than the date of birth',
      ),
  },
  {
    id: 'expiresBeforeIssue',
    summary: 'The document does not expire before it is issued.',
    rule: clause,
    requirement: 'A2',
    severity: 'error',
    check: (record) =>
      ordered(
        days(record, 'issueDate'),
        days(record, 'expiryDate'),
        noLaterThan,
        'must not be earlier than the date of issue',
      ),
  },
  {
    id: 'expired',
    summary: 'The document expires after today.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        (day) => (day as Day) > record.context.today,
        'is not after today: nothing can be provisioned from this record',
        days(record, 'expiryDate'),
      ),
  },
];
