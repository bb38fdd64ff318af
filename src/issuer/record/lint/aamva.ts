import { privilegeDates } from './mdl-and-photo-id.ts';
import { element, entries, type LintedRecord, type Members, type Rule, unless } from './rule.ts';

const MDL = 'org.iso.18013.5.1';
const AAMVA = 'org.iso.18013.5.1.aamva';
const clause = 'AAMVA mDL Implementation Guidelines 3.2';

const isIn = (record: LintedRecord, identifier: string, value: unknown) =>
  element(record, AAMVA, identifier)?.value === value;

/** Kilograms at which each weight_range begins, 0 to 9. */
const RANGES = [0, 32, 46, 60, 71, 87, 101, 114, 128, 146];

const rangeOf = (kilograms: number) => RANGES.findLastIndex((least) => kilograms >= least);

const PARTS = ['domestic_vehicle_class', 'domestic_vehicle_restrictions', 'domestic_vehicle_endorsements'];

const privileges = (record: LintedRecord) => entries(element(record, AAMVA, 'domestic_driving_privileges'));

export const AAMVA_RULES: readonly Rule[] = [
  {
    id: 'aamvaNamespace',
    summary: 'A licence of the United States or Canada has the AAMVA elements.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: ({ type, values, context }) => {
      const isAmerican = context.country === 'US' || context.country === 'CA';
      const takesIt = type.namespaces.some(({ name }) => name === AAMVA);
      const problem = 'is missing; readers in North America request it';
      return takesIt && isAmerican && !values.has(AAMVA) ? [{ path: AAMVA, problem }] : [];
    },
  },
  {
    id: 'complianceText',
    summary: '`DHS_compliance` F excludes `DHS_compliance_text`.',
    rule: `${clause}; 6 CFR 37.10`,
    requirement: '7.4',
    severity: 'error',
    check: (record) =>
      isIn(record, 'DHS_compliance', 'F')
        ? unless(() => false, 'is allowed only with DHS_compliance N: the card is not compliant', [
            element(record, AAMVA, 'DHS_compliance_text'),
          ])
        : [],
  },
  {
    id: 'noComplianceText',
    summary: '`DHS_compliance` N requires `DHS_compliance_text`.',
    rule: clause,
    requirement: '7.4',
    severity: 'warning',
    check: (record) =>
      isIn(record, 'DHS_compliance', 'N') && !element(record, AAMVA, 'DHS_compliance_text')
        ? [{ path: `${AAMVA}/DHS_compliance_text`, problem: 'is missing beside DHS_compliance N' }]
        : [],
  },
  {
    id: 'sexes',
    summary: '`sex` is the same in both namespaces.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) => {
      const iso = element(record, MDL, 'sex')?.value;
      const isAny = iso === undefined || iso === 0;
      return unless((value) => isAny || value === iso, 'differs from the namespace of ISO 18013-5', [
        element(record, AAMVA, 'sex'),
      ]);
    },
  },
  {
    id: 'weightRange',
    summary: '`weight` is within `weight_range`.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) => {
      const weight = element(record, MDL, 'weight')?.value;
      const range = typeof weight === 'number' ? rangeOf(weight) : undefined;
      return unless((value) => range === undefined || value === range, 'does not contain the weight', [
        element(record, AAMVA, 'weight_range'),
      ]);
    },
  },
  {
    id: 'domesticPrivilege',
    summary: 'A domestic privilege is not empty, and its class does not expire before it is issued.',
    rule: clause,
    requirement: 'A2',
    severity: 'error',
    check: (record) =>
      privileges(record).flatMap(({ path, entry }) => {
        if (!PARTS.some((part) => entry[part])) return [{ path, problem: 'has no content' }];
        const held = entry.domestic_vehicle_class as Members | null | undefined;
        return held ? privilegeDates({ path: `${path}.domestic_vehicle_class`, entry: held }) : [];
      }),
  },
  {
    id: 'hazmatExpired',
    summary: 'The endorsement for hazardous materials has not expired.',
    rule: clause,
    requirement: 'A2',
    severity: 'warning',
    check: (record) =>
      unless((value) => (value as string) >= record.context.today, 'lies in the past', [
        element(record, AAMVA, 'hazmat_endorsement_expiration_date'),
      ]),
  },
];
