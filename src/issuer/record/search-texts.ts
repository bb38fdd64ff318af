import { decode, Tagged } from '../../formats/cbor/index.ts';
import { decodeRecord } from './record.ts';

/** The terms of a search. */
type HolderQuery =
  | { readonly documentNumber: string }
  | { readonly familyName: string; readonly givenName?: string; readonly birthDate: string };

/** Removes diacritics, case and punctuation: `Müller-Lüdenscheidt` and `MULLER LUDENSCHEIDT` are the same name. */
function foldedName(text: string): string {
  const letters = text.normalize('NFKD').replaceAll(/\p{M}/gu, '');
  // In upper case first, because that turns ß into SS.
  return letters
    .toUpperCase()
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}\s]+/gu, ' ')
    .trim();
}

/** Removes spaces and dashes, which are printed but are not part of the number. */
const foldedNumber = (text: string) => foldedName(text).replaceAll(' ', '');

const numberText = (number: string) => `document ${foldedNumber(number)}`;

function nameText(familyName: string, givenName: string | undefined, birthDate: string): string {
  return `name ${birthDate}\n${foldedName(familyName)}\n${givenName === undefined ? '' : foldedName(givenName)}`;
}

export function queryText(query: HolderQuery): string {
  return 'documentNumber' in query
    ? numberText(query.documentNumber)
    : nameText(query.familyName, query.givenName, query.birthDate);
}

/**
 * Suffixes for forms of a name in the document types: original, in Latin letters, as printed, in national
 * letters.
 */
export const NAME_FORMS = ['', '_latin1', '_viz', '_national_character'];

/** A person can be found with the first given name, with all given names, or with the family name only. */
function givenForms(given: string | undefined): readonly (string | undefined)[] {
  return given === undefined ? [undefined] : [undefined, given, given.trim().split(/\s+/)[0]];
}

function valuesOf(record: Uint8Array): ReadonlyMap<string, readonly string[]> {
  const values = new Map<string, string[]>();
  for (const { identifier, value } of decodeRecord(record).flatMap(({ elements }) => elements)) {
    const decoded = decode(value);
    const text = decoded instanceof Tagged ? decoded.value : decoded;
    if (typeof text === 'string') values.set(identifier, [...(values.get(identifier) ?? []), text]);
  }
  return values;
}

/** Every text by which the holder of a record can be found. Only keyed digests of the texts are stored. */
export function searchTexts(record: Uint8Array): readonly string[] {
  const values = valuesOf(record);
  const texts = (values.get('document_number') ?? []).map(numberText);
  for (const birthDate of values.get('birth_date') ?? [])
    for (const form of NAME_FORMS)
      for (const family of values.get(`family_name${form}`) ?? [])
        for (const given of givenForms(values.get(`given_name${form}`)?.[0]))
          texts.push(nameText(family, given, birthDate.slice(0, 10)));
  return [...new Set(texts)];
}
