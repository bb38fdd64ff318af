import { type Day, dayIn, yearOf } from '../calendar.ts';
import { leaves } from './leaves.ts';
import {
  inRole,
  type LintedRecord,
  type Role,
  type Rule,
  type RuleFinding,
  unless,
  type Violation,
} from './rule.ts';

/** Dates as days in the issuer's time zone. */
function asDays({ context }: LintedRecord, dates: readonly RuleFinding[]): readonly RuleFinding[] {
  return dates.map(({ path, value }) => {
    const text = value as string;
    return { path, value: text.length === 10 ? text : dayIn(context.timeZone, Date.parse(text)) };
  });
}

const days = (record: LintedRecord, ...roles: readonly Role[]) => asDays(record, inRole(record, ...roles));

/** Nobody was ever older by much, and no document is valid for so long. */
const [LONGEST_LIFE, LONGEST_VALIDITY] = [120, 50];

/** The same day in another year. */
const yearsLater = (day: Day, years: number): Day =>
  `${String(yearOf(day) + years).padStart(4, '0')}${day.slice(4)}`;

/** Reports the later of two dates if they are in the wrong order. */
export function ordered(
  earlier: readonly RuleFinding[],
  later: readonly RuleFinding[],
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
  {
    id: 'unlikelyDate',
    summary: 'No date is more than 120 years ago or more than 50 years ahead, as placeholders are.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) => {
      const { today } = record.context;
      const dates = asDays(
        record,
        leaves(record, ({ type }) => /date/.test(type)),
      );
      const [first, last] = [yearsLater(today, -LONGEST_LIFE - 1), yearsLater(today, LONGEST_VALIDITY)];
      return [
        ...unless(
          (day) => (day as Day) > first,
          `is more than ${LONGEST_LIFE} years ago: if it stands for an unknown date, every age seems to be reached`,
          dates,
        ),
        ...unless(
          (day) => (day as Day) <= last,
          `is more than ${LONGEST_VALIDITY} years ahead: does it stand for no date?`,
          dates,
        ),
      ];
    },
  },
];
