import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aamva, PHOTO_ID, photoId, pid } from '../../../../test/support/documents.ts';
import { jpeg } from '../../../../test/support/portrait.ts';
import { mdl } from '../../../../test/support/records.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../../document-types/index.ts';
import { buildRecord } from '../build-record.ts';
import type { RecordContext } from '../calendar.ts';
import { LINT_RULES } from './index.ts';

const TODAY = '2026-11-21';
const US: RecordContext = { today: TODAY, timeZone: 'UTC', country: 'US' };
const NL: RecordContext = { today: TODAY, timeZone: 'UTC', country: 'NL' };

type Given = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

function findings(docType: string, elements: unknown, context: RecordContext) {
  return buildRecord(DOCUMENT_TYPES.get(docType) as DocumentType, elements, context).findings;
}

function lint(elements: Given, context: RecordContext = US) {
  const docType =
    'eu.europa.ec.eudi.pid.1' in elements
      ? 'eu.europa.ec.eudi.pid.1'
      : 'org.iso.23220.1' in elements
        ? PHOTO_ID
        : 'org.iso.18013.5.1.mDL';
  return findings(docType, elements, context);
}

const licence = (replaced: Record<string, unknown> = {}, american: Record<string, unknown> = {}) => ({
  ...mdl({ portrait: jpeg({ width: 480, height: 600 }).toString('base64'), ...replaced }),
  ...aamva(american),
});

const privilege = (replaced: Record<string, unknown>) => ({
  driving_privileges: [{ vehicle_category_code: 'B', ...replaced }],
});

const domestic = (held: object) => ({ domestic_driving_privileges: [held] });

const classC = { domestic_vehicle_class_code: 'C', domestic_vehicle_class_description: 'Passenger vehicles' };

const image = (name: string) =>
  readFileSync(new URL(`../../../../test/vectors/images/${name}`, import.meta.url)).toString('base64');

interface Row {
  readonly id: string;
  readonly severity: 'error' | 'warning';
  readonly what: string;
  readonly bad: Given;
  readonly path: string;
  readonly good: Given;
  readonly context?: RecordContext;
}

const ISO = 'org.iso.18013.5.1';
const AAMVA = 'org.iso.18013.5.1.aamva';

const ROWS: readonly Row[] = [
  {
    id: 'dateInFuture',
    severity: 'error',
    what: 'a date of birth is not in the future',
    bad: licence({ birth_date: '2026-11-22', issue_date: '2026-11-21' }),
    path: `${ISO}/birth_date`,
    good: licence({ birth_date: '2026-11-20', issue_date: '2026-11-21', ...privilege({}) }),
  },
  {
    id: 'dateInFuture',
    severity: 'error',
    what: 'a portrait was not taken in the future',
    bad: licence({ portrait_capture_date: '2026-11-22T00:00:00Z' }),
    path: `${ISO}/portrait_capture_date`,
    good: licence({ portrait_capture_date: '2026-11-22T01:00:00+02:00' }),
  },
  {
    id: 'dateInFuture',
    severity: 'error',
    what: 'a time belongs to the day in the time zone of the issuer, not in UTC',
    bad: licence({ issue_date: '2026-11-22T07:00:00Z' }),
    path: `${ISO}/issue_date`,
    good: licence({ issue_date: '2026-11-22T06:59:59Z' }),
    context: { ...US, timeZone: 'America/Denver' },
  },
  {
    id: 'issuedBeforeBirth',
    severity: 'error',
    what: 'a document is issued after the date of birth',
    bad: licence({ birth_date: '2025-01-15', issue_date: '2025-01-15' }),
    path: `${ISO}/issue_date`,
    good: licence({ birth_date: '2025-01-14', issue_date: '2025-01-15' }),
  },
  {
    id: 'expiresBeforeIssue',
    severity: 'error',
    what: 'a document does not expire before it is issued, in every document type',
    bad: pid({ issuance_date: '2026-01-02', expiry_date: '2026-01-01T00:00:00Z' }),
    path: 'eu.europa.ec.eudi.pid.1/expiry_date',
    good: pid({ issuance_date: '2026-01-01', expiry_date: '2027-01-01T00:00:00Z' }),
    context: NL,
  },
  {
    id: 'expired',
    severity: 'warning',
    what: 'a document expires after today',
    bad: licence({ expiry_date: TODAY }),
    path: `${ISO}/expiry_date`,
    good: licence({ expiry_date: '2026-11-22' }),
  },
  {
    id: 'countryOfSigner',
    severity: 'error',
    what: 'issuing_country is the country of the document signer',
    bad: licence({ issuing_country: 'CA' }),
    path: `${ISO}/issuing_country`,
    good: licence(),
  },
  {
    id: 'subdivisionOfCountry',
    severity: 'error',
    what: 'issuing_jurisdiction is a part of issuing_country',
    bad: licence({ issuing_jurisdiction: 'CA-ON' }),
    path: `${ISO}/issuing_jurisdiction`,
    good: licence({ issuing_jurisdiction: 'US-WA' }),
  },
  {
    id: 'subdivisionOfSigner',
    severity: 'error',
    what: 'issuing_jurisdiction is the stateOrProvince of the document signer',
    bad: licence({ issuing_jurisdiction: 'US-OR' }),
    path: `${ISO}/issuing_jurisdiction`,
    good: licence({ issuing_jurisdiction: 'US-WA' }),
    context: { ...US, stateOrProvince: 'US-WA' },
  },
  {
    id: 'smallPortrait',
    severity: 'warning',
    what: 'a portrait has at least 240 by 320 pixels',
    bad: licence({ portrait: jpeg({ width: 239, height: 320 }).toString('base64') }),
    path: `${ISO}/portrait`,
    good: licence({ portrait: jpeg({ width: 240, height: 320 }).toString('base64') }),
  },
  {
    id: 'unlikelyDate',
    severity: 'warning',
    what: 'nobody was born more than 120 years ago',
    bad: licence({ birth_date: '1905-11-21' }),
    path: `${ISO}/birth_date`,
    good: licence({ birth_date: '1905-11-22' }),
  },
  {
    id: 'unlikelyDate',
    severity: 'warning',
    what: 'no document is valid for more than 50 years',
    bad: licence({ expiry_date: '2076-11-22' }),
    path: `${ISO}/expiry_date`,
    good: licence({ expiry_date: '2076-11-21' }),
  },
  {
    id: 'unlikelyDate',
    severity: 'warning',
    what: 'nor is a driving privilege',
    bad: licence(privilege({ expiry_date: '9999-12-31' })),
    path: `${ISO}/driving_privileges[0].expiry_date`,
    good: licence(privilege({ expiry_date: '2039-12-31' })),
  },
  {
    id: 'misreadText',
    severity: 'warning',
    what: 'UTF-8 was not read as another encoding',
    bad: licence({ family_name: 'M\u00c3\u00bcller' }),
    path: `${ISO}/family_name`,
    good: licence({ family_name: '\u00c3lvares' }),
  },
  {
    id: 'misreadText',
    severity: 'warning',
    what: 'also inside of a map',
    bad: pid({ place_of_birth: { locality: 'D\u0413\u0458sseldorf' } }),
    path: 'eu.europa.ec.eudi.pid.1/place_of_birth.locality',
    good: pid({ place_of_birth: { locality: '\u0414\u0438\u0441\u0435\u043b' } }),
    context: NL,
  },
  {
    id: 'invisibleCharacters',
    severity: 'warning',
    what: 'a text has no override of its direction',
    bad: pid({ family_name: 'Mil\u202eler' }),
    path: 'eu.europa.ec.eudi.pid.1/family_name',
    good: pid({ family_name: '\u0645\u06cc\u200c\u0631' }),
    context: NL,
  },
  ...(
    [
      ['placeInImage', 'an image does not say where it was taken', 'place.jpg'],
      ['turnedImage', 'an image is upright', 'turned.jpg'],
      ['imageColours', 'an image is not in CMYK', 'cmyk.jpg'],
    ] as const
  ).map(
    ([id, what, name]): Row => ({
      id,
      severity: 'warning',
      what,
      bad: licence({ signature_usual_mark: image(name) }),
      path: `${ISO}/signature_usual_mark`,
      good: licence({ signature_usual_mark: image('baseline.jpg') }),
    }),
  ),
  {
    id: 'bytesAfterImage',
    severity: 'warning',
    what: 'a portrait ends where its file ends',
    bad: licence({ portrait: Buffer.concat([jpeg(), Buffer.alloc(1)]).toString('base64') }),
    path: `${ISO}/portrait`,
    good: licence({ portrait: jpeg().toString('base64') }),
  },
  {
    id: 'noPrivileges',
    severity: 'warning',
    what: 'a licence has a driving privilege',
    bad: licence({ driving_privileges: [] }),
    path: `${ISO}/driving_privileges`,
    good: licence(privilege({})),
  },
  {
    id: 'privilegeDates',
    severity: 'error',
    what: 'a driving privilege does not expire before it is issued',
    bad: licence(privilege({ issue_date: '2020-01-02', expiry_date: '2020-01-01' })),
    path: `${ISO}/driving_privileges[0].expiry_date`,
    good: licence(privilege({ issue_date: '2020-01-01', expiry_date: '2020-01-01' })),
  },
  {
    id: 'privilegeCodes',
    severity: 'error',
    what: 'a restriction with a sign has a value',
    bad: licence(privilege({ codes: [{ code: 'S01', sign: '<=' }] })),
    path: `${ISO}/driving_privileges[0].codes[0].sign`,
    good: licence(privilege({ codes: [{ code: '01' }, { code: 'S01', sign: '<=', value: '2500' }] })),
  },
  {
    id: 'privilegeCodes',
    severity: 'error',
    what: 'the sign of a restriction is a comparison',
    bad: licence(privilege({ codes: [{ code: 'S01', sign: '~', value: '2500' }] })),
    path: `${ISO}/driving_privileges[0].codes[0].sign`,
    good: licence(privilege({ codes: [{ code: 'S01', sign: '=', value: '2500' }] })),
  },
  {
    id: 'vehicleCategory',
    severity: 'warning',
    what: 'a vehicle category is one of ISO/IEC 18013-1',
    bad: licence(privilege({ vehicle_category_code: 'Class C' })),
    path: `${ISO}/driving_privileges[0].vehicle_category_code`,
    good: licence(privilege({ vehicle_category_code: 'C1E' })),
  },
  {
    id: 'height',
    severity: 'warning',
    what: 'a height is in centimetres',
    bad: licence({ height: 6 }),
    path: `${ISO}/height`,
    good: licence({ height: 183 }),
  },
  {
    id: 'weight',
    severity: 'warning',
    what: 'a weight is in kilograms',
    bad: licence({ weight: 401 }),
    path: `${ISO}/weight`,
    good: licence({ weight: 80 }),
  },
  {
    id: 'aamvaNamespace',
    severity: 'warning',
    what: 'a licence of the United States has the AAMVA elements',
    bad: mdl(),
    path: AAMVA,
    good: licence(),
  },
  {
    id: 'complianceText',
    severity: 'error',
    what: 'a record with DHS_compliance F has no DHS_compliance_text for a card that does not comply',
    bad: licence({}, { DHS_compliance_text: 'FEDERAL LIMITS APPLY' }),
    path: `${AAMVA}/DHS_compliance_text`,
    good: licence({}, { DHS_compliance: 'N', DHS_compliance_text: 'FEDERAL LIMITS APPLY' }),
  },
  {
    id: 'noComplianceText',
    severity: 'warning',
    what: 'a record with DHS_compliance N has the DHS_compliance_text',
    bad: licence({}, { DHS_compliance: 'N' }),
    path: `${AAMVA}/DHS_compliance_text`,
    good: licence({}, { DHS_compliance: 'F' }),
  },
  {
    id: 'sexes',
    severity: 'warning',
    what: 'sex is the same in both namespaces',
    bad: licence({ sex: 1 }),
    path: `${AAMVA}/sex`,
    good: licence({ sex: 0 }),
  },
  {
    id: 'weightRange',
    severity: 'warning',
    what: 'weight_range includes the weight',
    bad: licence({ weight: 70 }, { weight_range: 4 }),
    path: `${AAMVA}/weight_range`,
    good: licence({ weight: 71 }, { weight_range: 4 }),
  },
  {
    id: 'domesticPrivilege',
    severity: 'error',
    what: 'a domestic privilege is not empty',
    bad: licence({}, domestic({})),
    path: `${AAMVA}/domestic_driving_privileges[0]`,
    good: licence({}, domestic({ domestic_vehicle_class: classC })),
  },
  {
    id: 'domesticPrivilege',
    severity: 'error',
    what: 'a domestic class does not expire before it is issued',
    bad: licence(
      {},
      domestic({
        domestic_vehicle_class: { ...classC, issue_date: '2020-01-02', expiry_date: '2020-01-01' },
      }),
    ),
    path: `${AAMVA}/domestic_driving_privileges[0].domestic_vehicle_class.expiry_date`,
    good: licence({}, domestic({ domestic_vehicle_class: { ...classC, issue_date: '2020-01-02' } })),
  },
  {
    id: 'hazmatExpired',
    severity: 'warning',
    what: 'a hazardous materials endorsement has not expired',
    bad: licence({}, { hazmat_endorsement_expiration_date: '2026-11-20' }),
    path: `${AAMVA}/hazmat_endorsement_expiration_date`,
    good: licence({}, { hazmat_endorsement_expiration_date: TODAY }),
  },
  {
    id: 'travelDocument',
    severity: 'error',
    what: 'a record with data groups has the travel document type and machine-readable zone',
    bad: { ...photoId(), 'org.iso.23220.datagroups.1': { dg1: 'AA==', dg2: 'AA==', sod: 'AA==' } },
    path: 'org.iso.23220.photoid.1/travel_document_type',
    good: photoId(),
  },
];

describe('The rules on records (A2)', () => {
  it.each(ROWS)(
    '$severity $id reports a record that breaks the rule: $what',
    ({ id, severity, bad, good, path, context }) => {
      expect(lint(bad, context)).toContainEqual(expect.objectContaining({ id, severity, path }));
      expect(lint(good, context).filter((finding) => finding.id === id)).toEqual([]);
      expect(lint(good, context).filter((finding) => finding.severity === 'error')).toEqual([]);
    },
  );

  it('all rules are tested here, and each names its clause', () => {
    expect(new Set(ROWS.map(({ id }) => id))).toEqual(new Set(LINT_RULES.map(({ id }) => id)));
    for (const { rule } of LINT_RULES) expect(rule).toMatch(/^(ISO\/IEC|AAMVA|PID Rulebook) /);
  });

  it('the rules report no problem in the example records of each document type', () => {
    expect(lint(licence())).toEqual([]);
    expect(lint(pid(), NL)).toEqual([]);
    expect(lint(photoId())).toEqual([]);
  });
});
