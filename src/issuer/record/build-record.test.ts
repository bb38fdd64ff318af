import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PID, photoId, pid } from '../../../test/support/documents.ts';
import { jpeg } from '../../../test/support/portrait.ts';
import { mdl } from '../../../test/support/records.ts';
import { property } from '../../../test/support/runs.ts';
import { decode } from '../../formats/cbor/index.ts';
import { DOCUMENT_TYPES, type DocumentType } from '../document-types/index.ts';
import { isError } from '../model/index.ts';
import { buildRecord } from './build-record.ts';
import { decodeRecord } from './record.ts';
import { recordOn } from './refresh-derived.ts';

const US = { today: '2026-11-21', timeZone: 'UTC', country: 'US' };
const ISO = 'org.iso.18013.5.1';

const typeOf = (docType: string) => DOCUMENT_TYPES.get(docType) as DocumentType;
const MDL = typeOf('org.iso.18013.5.1.mDL');
const build = (elements: unknown, type = MDL, context = US) => buildRecord(type, elements, context);

const portrait = readFileSync(new URL('../../../data/demo/portrait.jpg', import.meta.url)).toString('base64');
/** A part of a portrait in base64. */
const cut = (part: number) => portrait.slice(0, Math.floor(portrait.length * part));

const JPEG_2000 = readFileSync(new URL('../../../test/vectors/images/file.jp2', import.meta.url)).toString(
  'base64',
);

function values(bytes: Uint8Array, namespace: string) {
  const elements = decodeRecord(bytes).find(({ name }) => name === namespace)?.elements ?? [];
  return Object.fromEntries(elements.map(({ identifier, value }) => [identifier, decode(value)]));
}

/** The id and the path of each error. */
function errors(elements: unknown, type?: DocumentType, context?: typeof US): readonly string[] {
  return build(elements, type, context)
    .findings.filter(isError)
    .map(({ id, path }) => `${id} ${path}`);
}

describe('The record of a holder', () => {
  it('a record gets the elements that follow from the date of birth (A1)', () => {
    const { built } = build(mdl({ birth_date: '2006-01-31' }));
    expect(values(built?.bytes as Uint8Array, ISO)).toMatchObject({
      age_birth_year: 2006,
      age_over_18: true,
      age_over_21: false,
      age_over_65: false,
    });
    expect(built?.changesOn).toBe('2027-01-31');
  });

  it('a record whose data never change has no day of change', () => {
    expect(build(mdl({ birth_date: '1940-01-31' })).built?.changesOn).toBeUndefined();
    expect(build(pid(), typeOf(PID), { ...US, country: 'NL' }).built).not.toHaveProperty('changesOn');
  });

  it('the same record is built whether or not derived elements are given', () => {
    const derived = build(mdl()).built?.bytes;
    expect(build(mdl({ age_over_18: true, age_birth_year: 1984 })).built?.bytes).toEqual(derived);
  });

  it('a record that contradicts its date of birth is refused', () => {
    const child = { birth_date: '2014-06-01', age_over_18: true, age_in_years: 13, age_birth_year: 2013 };
    expect(errors(mdl(child))).toEqual([
      `contradictsBirthDate ${ISO}/age_in_years`,
      `contradictsBirthDate ${ISO}/age_birth_year`,
      `contradictsBirthDate ${ISO}/age_over_18`,
    ]);
  });

  it('a missing mandatory element is reported instead of filled in (A2)', () => {
    const missing = MDL.namespaces[0]?.elements.filter((element) => element.mandatory) ?? [];
    for (const { identifier = '' } of missing) {
      expect(errors(mdl({ [identifier]: undefined }))).toContain(`missing ${ISO}/${identifier}`);
      expect(errors(mdl({ [identifier]: null }))).toContain(`missing ${ISO}/${identifier}`);
    }
    expect(errors({})).toHaveLength(11);
    const aamva = errors({ ...mdl(), 'org.iso.18013.5.1.aamva': {} });
    expect(aamva).toContain('missing org.iso.18013.5.1.aamva/DHS_compliance');
    expect(errors(photoId({ birth_date: undefined }), typeOf('org.iso.23220.photoid.1'))).toEqual([
      'missing org.iso.23220.1/birth_date',
      'missing org.iso.23220.1/age_over_18',
    ]);
  });

  it.each([
    ['150 characters of Latin-1', { family_name: 'é'.repeat(150) }, []],
    ['151 characters', { family_name: 'e'.repeat(151) }, ['value family_name']],
    ['a character beyond Latin-1', { family_name: 'Łukaszewicz' }, ['value family_name']],
    ['a control character', { given_name: 'A\u0085B' }, ['value given_name']],
    ['any script where it may stand', { family_name_national_character: '王小明' }, []],
    ['a country that does not exist', { nationality: 'EN' }, ['value nationality']],
    ['a country of a user', { nationality: 'XK' }, []],
    ['a country of three letters', { resident_country: 'USA' }, ['value resident_country']],
    ['a subdivision without its country', { issuing_jurisdiction: 'WA' }, ['value issuing_jurisdiction']],
    [
      'a distinguishing sign of four letters',
      { un_distinguishing_sign: 'USAX' },
      ['value un_distinguishing_sign'],
    ],
    ['an eye colour that is not listed', { eye_colour: 'gray' }, ['value eye_colour']],
    ['a portrait that is no image', { portrait: 'AAAA' }, ['value portrait']],
    ['a signature that is one', { signature_usual_mark: jpeg().toString('base64') }, []],
    ['a signature that is none', { signature_usual_mark: 'AAAA' }, ['value signature_usual_mark']],
    ['a biometric template of a listed kind', { biometric_template_face: 'AAAA' }, []],
    [
      'a biometric template of another',
      { biometric_template_nose: 'AAAA' },
      ['unknownElement biometric_template_nose'],
    ],
    ['an age of one digit', { age_over_9: true }, ['unknownElement age_over_9']],
    [
      'a member that is unknown',
      { driving_privileges: [{ vehicle_category_code: 'B', x: 1 }] },
      ['value driving_privileges[0].x'],
    ],
    [
      'a time beyond the year 9999',
      { portrait_capture_date: '9999-12-31T23:59:59-01:00' },
      ['value portrait_capture_date'],
    ],
    ['a privilege that is nothing', { driving_privileges: [null] }, ['value driving_privileges[0]']],
    [
      'a restriction that is nothing',
      { driving_privileges: [{ vehicle_category_code: 'B', codes: [null] }] },
      ['value driving_privileges[0].codes[0]'],
    ],
    ['half a portrait', { portrait: cut(0.5) }, ['value portrait']],
    ['a portrait whose base64 was cut off', { portrait: cut(0.997) }, ['value portrait']],
    [
      'base64 whose last group has one character',
      { biometric_template_face: 'AAAAA' },
      ['value biometric_template_face'],
    ],
    ['base64 with too little padding', { biometric_template_face: 'AA=' }, ['value biometric_template_face']],
    ['base64 without padding', { biometric_template_face: 'AA' }, []],
    ['a URL of data', { portrait: `data:image/jpeg;base64,${cut(1)}` }, ['value portrait']],
    ['an instant as a date', { birth_date: '1990-05-01T22:00:00Z' }, ['value birth_date']],
    ['a number as a date', { birth_date: 641_520_000_000 }, ['value birth_date']],
    ['a name that must not be shown', { 'Erika Mustermann': 1 }, ['unknownElement …']],
  ])('a record of a driving licence with %s is accepted or refused as expected', (_, replaced, expected) => {
    expect(errors(mdl(replaced))).toEqual(expected.map((line) => line.replace(' ', ` ${ISO}/`)));
  });

  it.each<readonly [string, Record<string, unknown>, readonly string[]]>([
    ['place_of_birth without a member', { place_of_birth: {} }, ['value place_of_birth']],
    ['no nationality', { nationality: [] }, ['value nationality']],
    ['an unknown nationality', { nationality: ['QU'] }, []],
    ['an empty portrait: the user opted out', { portrait: '' }, []],
    ['no portrait yet', { portrait: undefined }, []],
    [
      'a telephone number without its country',
      { mobile_phone_number: '0612345678' },
      ['value mobile_phone_number'],
    ],
    ['a portrait in JPEG 2000', { portrait: JPEG_2000 }, ['value portrait']],
    ...['\u0000', '\n', '\u007f', '\u0081', '\u2028', '\ufffd', '\uffff', '\ud800'].map(
      (char) =>
        [
          `the damaged character ${JSON.stringify(char)}`,
          { family_name: `Mil${char}ler`, place_of_birth: { country: 'NL', locality: `Lei${char}den` } },
          ['value family_name', 'value place_of_birth.locality'],
        ] as const,
    ),
    ...['', ' ', '\u00a0', '\u3000', '\u200b\u200d', '\u00ad', '\ufeff', '\u3164'].map(
      (blank) =>
        [`the blank name ${JSON.stringify(blank)}`, { family_name: blank }, ['value family_name']] as const,
    ),
    ['sex 7', { sex: 7 }, ['value sex']],
    ['age_over_18, which the rulebook has not', { age_over_18: true }, ['unknownElement age_over_18']],
  ])('a record of a PID with %s is accepted or refused as expected', (_, replaced, expected) => {
    const found = errors(pid(replaced), typeOf(PID), { ...US, country: 'NL' });
    expect(found).toEqual(expected.map((line) => line.replace(' ', ` ${PID}/`)));
  });

  it('texts are stored in composed letters and without blanks around them (UAX 15)', () => {
    const plain = pid({
      family_name: 'M\u00fcller',
      nationality: ['NL'],
      place_of_birth: { locality: 'K\u00f6ln' },
    });
    const padded = pid({
      family_name: ' \u00a0Mu\u0308ller\u3000\u200b   ',
      birth_date: ' 1990-05-12 ',
      nationality: ['NL '],
      place_of_birth: { locality: '\tKo\u0308ln\r\n' },
    });
    const [expected, built] = [plain, padded].map(
      (given) => build(given, typeOf(PID), { ...US, country: 'NL' }).built,
    );
    expect(built?.bytes).toEqual(expected?.bytes);
    expect(built).toBeDefined();
  });

  it('each problem of a record has its clause, and no value', () => {
    const { findings } = build(
      mdl({ portrait: 'c2VjcmV0', driving_privileges: 'secret', family_name: 'sécret Ł' }),
    );
    expect(findings.filter(isError).map(({ rule, requirement }) => `${rule} ${requirement}`)).toEqual([
      'ISO/IEC 18013-5 7.2.1 A2',
      'ISO/IEC 18013-5 7.2.2 A2',
      'ISO/IEC 18013-5 7.2.4 A2',
    ]);
    expect(JSON.stringify(findings)).not.toMatch(/s[eé]cret|c2VjcmV0/);
  });

  it('any JSON is built or refused as a record, and gives the same record when built again on the same day', () => {
    const types = fc.constantFrom(...DOCUMENT_TYPES.values());
    const good = fc.constantFrom<Record<string, Record<string, unknown>>>(mdl(), pid(), photoId());
    const changed = fc.tuple(good, fc.jsonValue({ maxDepth: 3 }), fc.nat(20)).map(([elements, value, at]) => {
      const [namespace = '', members = {}] = Object.entries(elements)[0] ?? [];
      const name = Object.keys(members)[at] ?? 'age_over_18';
      return { ...elements, [namespace]: { ...members, [name]: value } };
    });
    const elements = fc.oneof(
      fc.jsonValue(),
      good,
      changed,
      fc.dictionary(fc.constantFrom(ISO, PID), fc.jsonValue()),
    );
    const country = fc.constantFrom('US', 'NL');
    const check = fc.property(types, elements, country, (type, given, where) => {
      const { built, findings } = buildRecord(type, given, { ...US, country: where });
      expect(built === undefined).toBe(findings.some(isError));
      if (!built) return;
      const again = recordOn(type, decodeRecord(built.bytes), US.today);
      expect(Buffer.compare(again.record, built.bytes)).toBe(0);
      expect(again.changesOn).toBe(built.changesOn);
    });
    fc.assert(check, property(1000));
  });
});

describe('A record whose derived elements are due to change', () => {
  it('a due record is updated to what an import on that day would build', () => {
    const dates = fc
      .date({ min: new Date('1935-01-01'), max: new Date('2024-12-31'), noInvalidDate: true })
      .map((date) => date.toISOString().slice(0, 10));
    const check = fc.property(dates, (birth) => {
      const given = { birth_date: birth };
      const { built } = build(mdl(given));
      const day = built?.changesOn;
      if (!built || day === undefined) return;
      const refreshed = recordOn(MDL, decodeRecord(built.bytes), day);
      const imported = build(mdl(given), MDL, { ...US, today: day }).built;
      // The licence may have expired by that day, which gives only a warning.
      expect(Buffer.compare(refreshed.record, imported?.bytes as Uint8Array)).toBe(0);
      expect(Buffer.compare(refreshed.record, built.bytes)).not.toBe(0);
      expect(refreshed.changesOn).toBe(imported?.changesOn);
    });
    fc.assert(check, property(300));
  });
});
