import { describe, expect, it } from 'vitest';
import { NO_SEARCH, searchRequest } from './search-request.ts';

const typed = {
  ...NO_SEARCH,
  documentNumber: ' D1 ',
  familyName: 'Mustermann ',
  birthDate: '1984-02-29',
};

describe('A search for a holder', () => {
  it('a search sends only the members of its kind, without surrounding blanks', () => {
    expect(searchRequest({ ...typed, kind: 'number' })).toEqual({ documentNumber: 'D1' });
    expect(searchRequest({ ...typed, kind: 'name' })).toEqual({
      familyName: 'Mustermann',
      birthDate: '1984-02-29',
    });
    expect(searchRequest({ ...typed, kind: 'name', givenName: 'Erika' })).toMatchObject({
      givenName: 'Erika',
    });
  });

  it('a search cannot be sent while a member is missing', () => {
    expect(searchRequest(NO_SEARCH)).toBeUndefined();
    expect(searchRequest({ ...typed, kind: 'number', documentNumber: ' ' })).toBeUndefined();
    expect(searchRequest({ ...typed, kind: 'name', birthDate: '' })).toBeUndefined();
  });
});
