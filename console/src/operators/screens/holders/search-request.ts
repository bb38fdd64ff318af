import type { AdminRequest } from '../../api.ts';

export type SearchKind = 'id' | 'number' | 'name';

/** The values of the search form. */
export interface Search {
  readonly kind: SearchKind;
  readonly id: string;
  readonly documentNumber: string;
  readonly familyName: string;
  readonly givenName: string;
  readonly birthDate: string;
}

export const NO_SEARCH: Search = {
  kind: 'id',
  id: '',
  documentNumber: '',
  familyName: '',
  givenName: '',
  birthDate: '',
};

/** The request for a kind of search; undefined while a value is missing. */
export function searchRequest(search: Search): AdminRequest<'searchHolders'> | undefined {
  const { kind, birthDate } = search;
  const [id, documentNumber, familyName, givenName] = [
    search.id.trim(),
    search.documentNumber.trim(),
    search.familyName.trim(),
    search.givenName.trim(),
  ];
  if (kind === 'id') return id === '' ? undefined : {};
  if (kind === 'number') return documentNumber === '' ? undefined : { documentNumber };
  if (familyName === '' || birthDate === '') return undefined;
  return { familyName, birthDate, ...(givenName !== '' && { givenName }) };
}
