import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ELEMENT_WORDS as words } from '../admin/contract/explained/elements.ts';
import {
  dateText,
  inOrder,
  labelOf,
  namespaceText,
  personName,
  plainText,
  rowsOf,
  sizeText,
  valueTexts,
  withoutRepeats,
} from './record-text.ts';

/** Identifiers of elements and of members of their values. */
function identifiersIn(value: unknown): readonly string[] {
  if (typeof value !== 'object' || value === null) return [];
  const { identifier, members } = value as { readonly identifier?: unknown; readonly members?: object };
  return [
    ...(typeof identifier === 'string' ? [identifier] : []),
    ...(members && !Array.isArray(members) ? Object.keys(members) : []),
    ...Object.values(value).flatMap(identifiersIn),
  ];
}

const documentType = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../issuer/document-types/${name}.json`, import.meta.url), 'utf8'));

describe('The text of a record', () => {
  it.each(['mdl', 'photo-id', 'pid'])('every element of %s has a label', (name) => {
    const marked = Object.fromEntries(Object.entries(words.names).map(([one, text]) => [one, `[${text}`]));
    const other = {
      ...words,
      names: marked,
      ageOver: (ages: string) => `[${ages}`,
      biometricTemplate: (type: string) => `[${type}`,
    };
    const identifiers = identifiersIn(documentType(name)).map((one) => one.replace(/NN$/, '18'));
    expect(identifiers.length).toBeGreaterThan(25);
    expect(identifiers.filter((one) => !labelOf(one, other).startsWith('['))).toEqual([]);
  });

  it.each(['mdl', 'photo-id', 'pid'])(
    'the namespaces of %s are named, and no value of theirs is a code',
    (name) => {
      const { namespaces } = documentType(name) as {
        readonly namespaces: readonly {
          readonly name: string;
          readonly elements: readonly {
            readonly identifier: string;
            readonly values?: readonly (string | number)[];
          }[];
        }[];
      };
      for (const { name: namespace, elements } of namespaces) {
        expect(namespaceText(namespace, words)).not.toBe(namespace);
        for (const { identifier, values = [] } of elements) {
          const codes = values.filter((value) => typeof value === 'number' || /^[A-Z]{1,2}$/.test(value));
          // Suffixes of names are Roman numerals, not codes.
          if (identifier.endsWith('suffix')) continue;
          for (const value of codes)
            expect(valueTexts({ identifier, kind: 'text', value }, 'en-GB', words)).not.toEqual([
              String(value),
            ]);
        }
      }
    },
  );

  it.each([
    ['organ_donor', 1, 'yes'],
    ['sex', 2, 'female'],
    ['height', 168, '168 cm'],
    ['weight', 61, '61 kg'],
    ['DHS_compliance', 'F', 'fully compliant'],
    ['nationality', 'CH', 'Switzerland (CH)'],
    ['nationality', 'XX', 'XX'],
    ['family_name', 'F', 'F'],
  ])('%s %j is shown as %s', (identifier, value, text) => {
    expect(valueTexts({ identifier, kind: 'number', value }, 'en-GB', words)).toEqual([text]);
  });

  it('an element that two namespaces have with the same value is shown once', () => {
    const sex = { identifier: 'sex', kind: 'number', value: 2 };
    const first = { name: 'org.iso.18013.5.1', elements: [sex] };
    const donor = { identifier: 'organ_donor', kind: 'number', value: 1 };
    expect(withoutRepeats([first, { name: 'aamva', elements: [sex, donor] }])).toEqual([
      first,
      { name: 'aamva', elements: [donor] },
    ]);
    expect(withoutRepeats([first, { name: 'aamva', elements: [sex] }])).toEqual([first]);
    const other = { name: 'aamva', elements: [{ ...sex, value: 1 }] };
    expect(withoutRepeats([first, other])).toEqual([first, other]);
  });

  it('an element is shown by its label', () => {
    expect(labelOf('un_distinguishing_sign', words)).toBe('UN distinguishing sign');
    expect(labelOf('age_over_18', words)).toBe('Age over 18');
  });

  it('the elements that a reviewer compares first are at the top', () => {
    const shown = inOrder(['hair_colour', 'birth_date', 'weight', 'family_name'].map(named));
    expect(shown.map(({ identifier }) => identifier)).toEqual([
      'family_name',
      'birth_date',
      'hair_colour',
      'weight',
    ]);
  });

  it('age elements with the same value share one row', () => {
    const of = (identifier: string, value: unknown) => ({ identifier, value });
    const elements = [
      of('age_over_21', true),
      of('age_over_65', false),
      of('age_over_18', true),
      of('sex', 1),
    ];
    expect(rowsOf(elements, words).map(({ label, element }) => [label, element.value])).toEqual([
      ['Age over 18, 21', true],
      ['Age over 65', false],
      ['Sex', 1],
    ]);
  });

  it('a date is not moved to another time zone', () => {
    expect(dateText('1984-02-29', 'en-GB').replaceAll('\u00a0', ' ')).toBe('29 Feb 1984');
    expect(dateText('B', 'en-GB')).toBe('B');
  });

  it('a date does not break into lines', () => {
    expect(dateText('1984-02-29', 'en-GB')).not.toContain(' ');
  });

  it('a list of maps is written on one line', () => {
    const privileges = [
      { vehicle_category_code: 'B', issue_date: '2002-03-01' },
      { vehicle_category_code: 'A' },
    ];
    expect(plainText(privileges, 'en-GB', words)).toBe(
      'Vehicle category code: B, Issue date: 1\u00a0Mar\u00a02002; Vehicle category code: A',
    );
  });

  it('sizes are written with their unit', () => {
    expect(sizeText(900, 'en-GB')).toBe('900 bytes');
    expect(sizeText(20_480, 'en-GB')).toBe('20.5 kB');
  });

  it('the text begins with the name of the person if the record has one', () => {
    const elements = [
      { identifier: 'family_name', value: 'Mustermann' },
      { identifier: 'given_name', value: 'Erika' },
    ];
    expect(personName({ namespaces: [{ elements }] })).toBe('Erika Mustermann');
    expect(personName({ namespaces: [] })).toBeUndefined();
  });
});

const named = (identifier: string) => ({ identifier });
