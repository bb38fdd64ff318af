import { hash } from 'node:crypto';
import { type CborValue, encode, Tagged } from '../../src/formats/cbor/index.ts';
import type { MsoNamespace } from '../../src/formats/mdoc/index.ts';

export const DOC_TYPE = 'org.iso.18013.5.1.mDL';
const PORTRAIT_BYTES = 20 * 1024;

const fullDate = (date: string) => new Tagged(1004, date);

/** Incompressible bytes, like those of a JPEG, that are the same in every run. */
function portrait(): Uint8Array {
  const blocks = Array.from({ length: PORTRAIT_BYTES / 32 }, (_, block) =>
    hash('sha256', `portrait ${block}`, 'buffer'),
  );
  return new Uint8Array(Buffer.concat(blocks));
}

/** A driving licence with 25 elements of ISO 18013-5 7.2.1 and AAMVA. */
export const DOCUMENT: Readonly<Record<string, Readonly<Record<string, CborValue>>>> = {
  'org.iso.18013.5.1': {
    family_name: 'Müller-Montgomery',
    given_name: 'Erika Charlotte',
    birth_date: fullDate('1984-01-26'),
    issue_date: fullDate('2026-01-02'),
    expiry_date: fullDate('2034-01-02'),
    issuing_country: 'US',
    issuing_authority: 'Utopia Department of Motor Vehicles',
    document_number: 'D1234567890',
    portrait: portrait(),
    driving_privileges: [
      {
        vehicle_category_code: 'A',
        issue_date: fullDate('2018-08-09'),
        expiry_date: fullDate('2034-01-02'),
      },
      {
        vehicle_category_code: 'B',
        issue_date: fullDate('2017-02-23'),
        expiry_date: fullDate('2034-01-02'),
      },
    ],
    un_distinguishing_sign: 'USA',
    sex: 2,
    height: 171,
    eye_colour: 'green',
    resident_address: '1200 Cedar Hollow Road, Apartment 14',
    resident_city: 'Evergreen Terrace',
    portrait_capture_date: new Tagged(0, '2025-12-20T10:15:00Z'),
    age_over_18: true,
    age_over_21: true,
    issuing_jurisdiction: 'US-UT',
  },
  'org.iso.18013.5.1.aamva': {
    DHS_compliance: 'F',
    organ_donor: 1,
    family_name_truncation: 'N',
    given_name_truncation: 'N',
    aamva_version: 2,
  },
};

export const NAMESPACES: readonly MsoNamespace[] = Object.entries(DOCUMENT).map(([name, elements]) => ({
  name,
  elements: Object.entries(elements).map(([identifier, value]) => ({ identifier, value: encode(value) })),
}));

/** How another library represents the two kinds of dates. */
export interface DateForms {
  readonly fullDate: (date: string) => unknown;
  readonly dateTime: (time: string) => unknown;
}

function translated(value: CborValue, forms: DateForms): unknown {
  if (value instanceof Tagged) {
    const form = value.tag === 0 ? forms.dateTime : forms.fullDate;
    return form(value.value as string);
  }
  if (value instanceof Uint8Array || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((member: CborValue) => translated(member, forms));
  const members = Object.entries(value as Readonly<Record<string, CborValue>>);
  return Object.fromEntries(members.map(([name, member]) => [name, translated(member, forms)]));
}

/** The same document in the form that another library accepts. */
export const documentFor = (forms: DateForms): readonly (readonly [string, Record<string, unknown>])[] =>
  Object.entries(DOCUMENT).map(([name, elements]) => [
    name,
    translated(elements, forms) as Record<string, unknown>,
  ]);
