import { ordered } from './dates.ts';
import {
  element,
  entries,
  type LintedRecord,
  type Members,
  type Rule,
  unless,
  type Violation,
} from './rule.ts';

const MDL = 'org.iso.18013.5.1';
const CODE = 'vehicle_category_code';

/** Categories of ISO/IEC 18013-1 and of directive 2006/126/EC. */
const CATEGORIES: ReadonlySet<unknown> = new Set(
  'A AM A1 A2 B B1 BE C C1 CE C1E D D1 DE D1E T L M'.split(' '),
);

const SIGNS: ReadonlySet<unknown> = new Set(['=', '<', '>', '<=', '>=', '≤', '≥']);

interface Privilege {
  readonly path: string;
  readonly entry: Members;
}

const privileges = (record: LintedRecord) => entries(element(record, MDL, 'driving_privileges'));

/** Checks that a privilege does not expire before it is issued. */
export function privilegeDates({ path, entry }: Privilege): readonly Violation[] {
  const at = (name: string) =>
    entry[name] === undefined || entry[name] === null
      ? []
      : [{ path: `${path}.${name}`, value: entry[name] }];
  const problem = 'must not be earlier than the date of issue';
  return ordered(at('issue_date'), at('expiry_date'), (issue, expiry) => issue <= expiry, problem);
}

const within = (least: number, most: number) => (value: unknown) =>
  (value as number) >= least && (value as number) <= most;

const isGiven = (value: unknown) => value !== undefined && value !== null;

function codeViolations({ path, entry }: Privilege): readonly Violation[] {
  return entries({ path: `${path}.codes`, value: entry.codes }).flatMap(({ path: at, entry: code }) => {
    if (!isGiven(code.sign)) return [];
    if (!isGiven(code.value)) return [{ path: `${at}.sign`, problem: 'needs a value beside it' }];
    const problem = `must be one of ${[...SIGNS].join(' ')}`;
    return SIGNS.has(code.sign) ? [] : [{ path: `${at}.sign`, problem }];
  });
}

export const MDL_RULES: readonly Rule[] = [
  {
    id: 'noPrivileges',
    summary: 'A licence has a driving privilege. An identification card has none.',
    rule: 'ISO/IEC 18013-5 7.2.4',
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless((value) => (value as readonly unknown[]).length > 0, 'is empty: the holder may drive nothing', [
        element(record, MDL, 'driving_privileges'),
      ]),
  },
  {
    id: 'privilegeDates',
    summary: 'A driving privilege does not expire before it is issued.',
    rule: 'ISO/IEC 18013-5 7.2.4',
    requirement: 'A2',
    severity: 'error',
    check: (record) => privileges(record).flatMap(privilegeDates),
  },
  {
    id: 'privilegeCodes',
    summary: 'The sign of a restriction is a comparison operator with a value.',
    rule: 'ISO/IEC 18013-5 7.2.4',
    requirement: 'A2',
    severity: 'error',
    check: (record) => privileges(record).flatMap(codeViolations),
  },
  {
    id: 'vehicleCategory',
    summary: 'Vehicle categories are those of ISO/IEC 18013-1.',
    rule: 'ISO/IEC 18013-5 7.2.4',
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless(
        (value) => CATEGORIES.has(value),
        'is not a vehicle category of ISO/IEC 18013-1: national ones belong in a namespace of the country',
        privileges(record).map(({ path, entry }) => ({ path: `${path}.${CODE}`, value: entry[CODE] })),
      ),
  },
  {
    id: 'height',
    summary: 'A height is 50 to 272, in centimetres.',
    rule: 'ISO/IEC 18013-5 7.2.1',
    severity: 'warning',
    check: (record) =>
      unless(within(50, 272), 'is unlikely in centimetres', [element(record, MDL, 'height')]),
  },
  {
    id: 'weight',
    summary: 'A weight is 20 to 400, in kilograms.',
    rule: 'ISO/IEC 18013-5 7.2.1',
    severity: 'warning',
    check: (record) => unless(within(20, 400), 'is unlikely in kilograms', [element(record, MDL, 'weight')]),
  },
];

const PHOTO_ID = 'org.iso.23220.photoid.1';
const DATA_GROUPS = 'org.iso.23220.datagroups.1';

export const PHOTO_ID_RULES: readonly Rule[] = [
  {
    id: 'travelDocument',
    summary: 'Data group 1 is accompanied by the type and the machine-readable zone of the travel document.',
    rule: 'ISO/IEC TS 23220-4 Table C.2',
    severity: 'error',
    check: (record) =>
      element(record, DATA_GROUPS, 'dg1')
        ? ['travel_document_type', 'travel_document_mrz']
            .filter((identifier) => !element(record, PHOTO_ID, identifier))
            .map((identifier) => ({ path: `${PHOTO_ID}/${identifier}`, problem: 'is missing beside dg1' }))
        : [],
  },
];
