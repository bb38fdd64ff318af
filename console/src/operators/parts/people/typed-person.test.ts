import { describe, expect, it } from 'vitest';
import { typedPerson } from './typed-person.ts';

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
    ['Müller-Groß', { familyName: 'Müller-Groß', givenName: '', birthDate: '' }],
  ])('%s', (text, person) => {
    expect(typedPerson(text)).toEqual(person);
  });

  it.each(['D-123456', '01795441918376', '', '1990-01-31'])('%s is no name', (text) => {
    expect(typedPerson(text)).toBeUndefined();
  });
});
