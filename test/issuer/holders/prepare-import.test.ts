import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { parseMap } from '../../../src/cli/holders/map/parse.ts';
import { holderMapSchema } from '../../../src/cli/holders/map/schema.ts';
import { diptych, to } from '../../support/cli.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'diptych-prepare-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const suggested = async (csv: string | Buffer) => {
  const { out, err } = await diptych('holders', 'map', '--suggest', file('export.csv', csv));
  return { out, err };
};

const EXPORT = [
  'Kundennr;Nachname;Vorname;Geb.-Datum;Ausstellungsdatum;Ablauf;Führerscheinnr;Lichtbild;Klassen;Geschlecht;Augenfarbe;Telefon',
  '101;Sólarsdóttir;Anneliese;31.12.1990;01.02.2020;31.01.2035;XQ77;anneliese.jpg;B,BE;W;blau;0170555',
  '102;Wunderbaum;Torvald;05.06.1971;01.02.2020;31.01.2035;XQ78;torvald.jpg;B;D;braun;0170556',
].join('\n');

describe('A proposed map', () => {
  it('has an element for each known name, the formats of the values, and a comment on each', async () => {
    const { out } = await suggested(Buffer.from(EXPORT, 'latin1'));
    const { map } = parseMap(out, 'map.yaml');
    expect(map).toMatchObject({
      csv: { delimiter: ';', encoding: 'windows-1252' },
      dates: 'DD.MM.YYYY',
      id: 'Kundennr',
      elements: {
        family_name: 'Nachname',
        birth_date: 'Geb.-Datum',
        expiry_date: 'Ablauf',
        document_number: 'Führerscheinnr',
        portrait: { file: 'Lichtbild' },
        driving_privileges: { split: 'Klassen', by: ',' },
        'org.iso.18013.5.1/sex': { column: 'Geschlecht', codes: { M: 1, W: 2, D: 9, X: 9 } },
        eye_colour: { column: 'Augenfarbe' },
      },
    });
    expect(out).toMatch(/birth_date: "Geb\.-Datum" {2}# high: /);
    expect(out).toContain('# not used: Telefon');
  });

  it('never has a value of a person', async () => {
    const { out } = await suggested(EXPORT);
    const values = EXPORT.split('\n').slice(1).join(';').split(';');
    const known = ['W', 'D', 'B', 'blau', 'braun'];
    for (const value of values.filter((one) => !known.includes(one))) expect(out).not.toContain(value);
    const { err, out: none } = await suggested(EXPORT.split('\n').slice(1).join('\n'));
    expect(err).toContain('must have headings, not a record');
    expect(none).toBe('');
  });

  it('says when day and month could be the other way round', async () => {
    const { out } = await suggested('id,birth date\n1,01/02/1990\n');
    expect(out).toContain('day and month could be the other way round');
    expect((await suggested('id,birth date\n1,12/31/1990\n')).out).toContain('dates: "MM/DD/YYYY"');
  });

  it('has the format of dates of a column that has a few wrong ones', async () => {
    const rows = ['31/12/1990', '28/02/1985', '17/05/2001', '31/04/1969', '02/06/1999'];
    const { out } = await suggested(`id;data nascita\n${rows.map((day, id) => `${id};${day}`).join('\n')}\n`);
    expect(out).toContain('birth_date: "data nascita"  # medium: its name; no such date: 1 of 5 values');
    expect(out).toContain('dates: "DD/MM/YYYY"');
  });

  it('knows numbers, units and further names of columns, and lists the others', async () => {
    const { out } = await suggested(
      'COD_UTENTE;NOME;SECONDO_NOME;COGNOME;NUM_PATENTE;STATURA_CM;VIA;CIVICO;OME\n1;a;b;c;d;170;e;8;f\n',
    );
    const { map } = parseMap(out, 'map.yaml');
    expect(map).toMatchObject({
      id: 'COD_UTENTE',
      elements: {
        given_name: { columns: ['NOME', 'SECONDO_NOME'] },
        document_number: 'NUM_PATENTE',
        height: 'STATURA_CM',
        resident_address: { columns: ['VIA', 'CIVICO'] },
      },
    });
    expect(out).toContain('# not used: OME\n');
  });

  it.each([
    ['Nº de licencia', 'document_number'],
    ['F. caducidad', 'expiry_date'],
    ['Né(e) le', 'birth_date'],
    ['Délivré le', 'issue_date'],
    ['Place of birth', 'birth_place'],
    ['DL#', 'document_number'],
  ])('knows that %s is %s', async (heading, element) => {
    const { out } = await suggested(`id|${heading}\n1|x\n`);
    expect(parseMap(out, 'map.yaml').map?.elements).toHaveProperty(element);
    expect(out).not.toContain('# not used');
  });

  it('joins both surnames of Spain, and knows words for the sex', async () => {
    const { out } = await suggested('id,Primer apellido,Segundo apellido,Sexo\n1,a,b,Mujer\n2,c,,Hombre\n');
    expect(parseMap(out, 'map.yaml').map?.elements).toMatchObject({
      family_name: { columns: ['Primer apellido', 'Segundo apellido'] },
      'org.iso.18013.5.1/sex': { column: 'Sexo', codes: { Hombre: 1, Mujer: 2 } },
    });
  });

  it('has a pivot for years of two digits: nobody is born in the future, and documents end there', async () => {
    const { out } = await suggested('id,birth date,expires\n1,31/12/90,01/02/31\n');
    const year = new Date().getFullYear() % 100;
    expect(parseMap(out, 'map.yaml').map?.elements).toMatchObject({
      birth_date: { column: 'birth date', date: { format: 'DD/MM/YY', pivot: year } },
      expiry_date: { column: 'expires', date: { format: 'DD/MM/YY', pivot: 69 } },
    });
    expect(out).not.toMatch(/^dates:/m);
  });

  it('says in which units numbers must be', async () => {
    const { out } = await suggested('id,height,weight\n1,70,1.5\n');
    expect(out).toContain('height: height  # medium: its name; the values must be centimetres');
    expect(out).toContain('weight: weight  # low: its name, but not all are whole numbers of kilograms');
  });

  it.each(['utf-16le', 'utf-16be'])('has the encoding %s', async (encoding) => {
    const bytes = Buffer.from(`\uFEFF${EXPORT}`, 'utf16le');
    const { out } = await suggested(encoding === 'utf-16be' ? bytes.swap16() : bytes);
    const { map } = parseMap(out, 'map.yaml');
    expect(map).toMatchObject({ csv: { encoding }, elements: { expiry_date: 'Ablauf' } });
  });

  it('knows the headings of the queries in the guide', async () => {
    const { out } = await suggested(
      'customer_id,licence_no,surname,given_names,born,classes\n1,A1,a,b,1990-12-31,"B,A"\n',
    );
    expect(parseMap(out, 'map.yaml').map).toMatchObject({
      id: 'customer_id',
      elements: {
        family_name: 'surname',
        given_name: 'given_names',
        birth_date: 'born',
        document_number: 'licence_no',
        driving_privileges: { split: 'classes' },
      },
    });
    expect(out).not.toContain('# not used');
  });

  it.each([
    ['B 12/03/2009; A 04/05/2011', { by: ';', item: { vehicle_category_code: 1, issue_date: 2 } }],
    [
      'BE 12.03.2009 11.03.2029,C 04.05.2011 03.05.2016',
      { by: ',', item: { vehicle_category_code: 1, issue_date: 2, expiry_date: 3 } },
    ],
    ['A/B', { by: '/', item: { vehicle_category_code: 1 } }],
  ])('splits a column of categories such as %s', async (cell, { by, item }) => {
    const { out } = await suggested(`id\tclasses\n1\t${cell}\n`);
    const members = Object.fromEntries(Object.entries(item).map(([name, part]) => [name, { part }]));
    const within = Object.keys(item).length > 1 ? { within: ' ' } : {};
    const { driving_privileges } = parseMap(out, 'map.yaml').map?.elements ?? {};
    expect(driving_privileges).toEqual({ split: 'classes', by, ...within, item: { members } });
  });

  it('finds the folder of the images and the column that names them', async () => {
    mkdirSync(join(folder, 'fotos'));
    for (const name of ['101.jpg', '102.jpg']) file(join('fotos', name), 'an image');
    const { out } = await suggested('id;tessera;foto\n1;101;101\n2;102;102\n');
    expect(parseMap(out, 'map.yaml').map).toMatchObject({
      images: expect.stringMatching(/fotos$/),
      elements: { portrait: { file: 'foto', ending: '.jpg' } },
    });
    expect(out).toContain('# high: the folder has images of these names');
    rmSync(join(folder, 'fotos/102.jpg'));
    const { out: incomplete } = await suggested('id;tessera\n1;101\n2;102\n');
    expect(incomplete).toContain(
      '  portrait: {file: tessera, ending: .jpg}  # medium: the folder has images of these names, but not all',
    );
    const { out: outside } = await suggested('id;tessera\n1;fotos/101\n');
    expect(outside).not.toContain('the folder has images');
  });

  it('is a valid map whatever the headings are', async () => {
    const { out } = await suggested('name: x,"a ""b"" # c",{},- y,null,*a\n1,2,3,4,5,6\n');
    expect(() => parseMap(out, 'map.yaml')).not.toThrow();
  });
});

describe('Templates', () => {
  it.each(['mDL', 'PID'])(
    'the example of %s and the row below its headings can be imported',
    async (type) => {
      vi.useFakeTimers({ toFake: ['Date'], now: world().now() });
      const out = join(folder, type);
      await diptych('holders', 'template', '--type', type, '--out', out);
      vi.useRealTimers();
      for (const name of ['example.json', 'records.csv']) {
        const run = await diptych('holders', 'import', join(out, name), '--dry-run', ...to(world()));
        expect(run).toMatchObject({ exit: 0, out: expect.stringContaining('1 record: 1 new') });
      }
      const again = await diptych('holders', 'template', '--type', type, '--out', out);
      expect(again).toMatchObject({ exit: 2, err: expect.stringContaining('exists') });
    },
  );

  it('the JSON Schema has every element, its type and its limits', async () => {
    const schema = JSON.parse(readFileSync(join(folder, 'mDL/record.schema.json'), 'utf8'));
    const { properties, required, patternProperties } =
      schema.properties.elements.properties['org.iso.18013.5.1'];
    expect(required).toContain('portrait');
    expect(properties.sex).toMatchObject({ type: 'integer', enum: [0, 1, 2, 9] });
    expect(properties.driving_privileges.items.required).toEqual(['vehicle_category_code']);
    expect(Object.keys(patternProperties)).toContain('^age_over_[0-9]{2}$');
  });

  it('an unknown document type is refused', async () => {
    const { exit, err } = await diptych(
      'holders',
      'template',
      '--type',
      'nobody',
      '--out',
      join(folder, 'no'),
    );
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('is no document type') });
    expect(existsSync(join(folder, 'no'))).toBe(false);
  });

  it('a folder that cannot be made is told in words', async () => {
    const { err } = await diptych('holders', 'template', '--out', join(file('a-file', ''), 'deeper'));
    expect(err).toMatch(/the folder .*a-file\/deeper cannot be made \(ENOTDIR\)/);
  });

  it('the schema of maps in data is the one that the command prints', async () => {
    const { out } = await diptych('holders', 'map', '--schema');
    expect(out).toBe(readFileSync(new URL('../../../data/holders-map.schema.json', import.meta.url), 'utf8'));
    expect(JSON.parse(out).title).toBe(holderMapSchema().title);
  });
});
