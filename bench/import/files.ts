import { createWriteStream, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { jpeg } from '../../test/support/portrait.ts';

/** Portraits that the records share; the command reads one for each record. */
const PORTRAITS = 100;

const MAP = `csv: {delimiter: ";"}
dates: DD/MM/YYYY
images: portraits
id: KUNDE
elements:
  family_name: NAME
  given_name: {columns: [VORNAME, VORNAME2]}
  birth_date: GEBOREN
  issue_date: AUSGESTELLT
  expiry_date: ABLAUF
  issuing_country: {value: US}
  issuing_authority: {value: Utopia DMV}
  document_number: NUMMER
  portrait: {file: BILD, ending: .jpg}
  driving_privileges:
    split: KLASSEN
    item: {members: {vehicle_category_code: {part: 1}}}
  un_distinguishing_sign: {value: USA}
  org.iso.18013.5.1/sex: {column: GESCHLECHT, codes: {M: 1, W: 2, X: 9}}
  resident_address: {columns: [STRASSE, HAUSNUMMER]}
  resident_city: ORT
`;

const HEADINGS =
  'KUNDE;NUMMER;NAME;VORNAME;VORNAME2;GEBOREN;AUSGESTELLT;ABLAUF;GESCHLECHT;STRASSE;HAUSNUMMER;ORT;KLASSEN;BILD';

const two = (number: number) => String(number).padStart(2, '0');

function rowOf(index: number): string {
  const day = `${two(1 + (index % 28))}/${two(1 + (index % 12))}/`;
  const born = `${day}${1940 + (index % 60)}`;
  const sex = 'MWX'[index % 3];
  return `K-${index};B${10_000_000 + index};Muster${index % 5000};Erika;${index % 4 === 0 ? 'Maria' : ''};${born};${day}2022;${day}2037;${sex};Hauptstr.;${index % 200};Musterstadt;A,B;${index % PORTRAITS}\n`;
}

/** Rows in pieces of a few hundred, so that writing them takes no more memory for more of them. */
function* pieces(records: number): Generator<string> {
  yield `${HEADINGS}\n`;
  for (let index = 0; index < records; index += 500) {
    const count = Math.min(500, records - index);
    yield Array.from({ length: count }, (_, n) => rowOf(index + n)).join('');
  }
}

/** Writes a CSV file, its map and the portraits into a folder. */
export async function writeFiles(folder: string, records: number, portraitBytes: number) {
  const portraits = join(folder, 'portraits');
  mkdirSync(portraits, { recursive: true });
  const portrait = jpeg({ bytes: portraitBytes });
  for (let index = 0; index < PORTRAITS; index += 1) writeFileSync(join(portraits, `${index}.jpg`), portrait);
  const [csv, map] = [join(folder, 'export.csv'), join(folder, 'map.yaml')];
  writeFileSync(map, MAP);
  await pipeline(pieces(records), createWriteStream(csv));
  return { csv, map };
}
