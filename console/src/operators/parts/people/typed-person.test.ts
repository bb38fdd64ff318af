import { beforeAll, describe, expect, it, vi } from 'vitest';
import { typedPerson, withoutPart } from './typed-person.ts';

beforeAll(() => void vi.stubGlobal('document', { documentElement: { lang: 'de' } }));

describe('A person typed into the search', () => {
  it.each([
    ['Brandt', { familyName: 'Brandt', givenName: '', birthDate: '' }],
    ['Elena Brandt 1990-01-31', { familyName: 'Brandt', givenName: 'Elena', birthDate: '1990-01-31' }],
    [
      '31.1.1990 Elena Maria Brandt',
      { familyName: 'Brandt', givenName: 'Elena Maria', birthDate: '1990-01-31' },
    ],
    [
      'van der Berg, Jan 1990-01-31',
      { familyName: 'van der Berg', givenName: 'Jan', birthDate: '1990-01-31' },
    ],
    ['Noor 1990', { familyName: 'Noor', givenName: '', birthDate: '' }],
    ['1990-01 Noor Haddad', { familyName: 'Haddad', givenName: 'Noor', birthDate: '' }],
    ['Haddad, Noor 31.1.', { familyName: 'Haddad', givenName: 'Noor', birthDate: '' }],
    ['Noor Haddad 1/1990', { familyName: 'Haddad', givenName: 'Noor', birthDate: '' }],
    ['Müller-Groß', { familyName: 'Müller-Groß', givenName: '', birthDate: '' }],
  ])('%s', (text, person) => {
    expect(typedPerson(text)).toEqual(person);
  });

  it.each([
    'Elena Brandt, 19 March 1986',
    '19 Mar 1986 Elena Brandt',
    'Brandt, Elena, March 19, 1986',
    'Elena Brandt, 19. März 1986',
  ])('the name of a month is read in English and in the language of the page: %s', (text) => {
    expect(typedPerson(text)).toEqual({ familyName: 'Brandt', givenName: 'Elena', birthDate: '1986-03-19' });
  });

  it.each(['D-123456', 'D 123456', 'D 1234', '01795441918376', '', '1990-01-31', '1990'])(
    '%s is no name',
    (text) => {
      expect(typedPerson(text)).toBeUndefined();
    },
  );
});

it.each([
  ['Noor 1990', 'Noor'],
  ['1990-01 Noor', 'Noor'],
  ['Noor 31.1.', 'Noor'],
  ['Noor', 'Noor'],
  ['Noor 1990-01-31', 'Noor 1990-01-31'],
  ['31.01.1990 Noor', '31.01.1990 Noor'],
  ['1990', '1990'],
])('%s is looked for among known names as %s', (text, name) => {
  expect(withoutPart(text)).toBe(name);
});
