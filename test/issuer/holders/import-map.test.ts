import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { jpeg } from '../../support/portrait.ts';
import { MDL_NAMESPACE, mdl } from '../../support/records.ts';
import { recordOf } from '../../support/stored-holders.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'diptych-map-'));
mkdirSync(join(folder, 'fotos'));
writeFileSync(join(folder, 'fotos/1.jpg'), jpeg());
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const MAP = `csv: {delimiter: ";", encoding: windows-1252}
empty: ["NULL", "00/00/0000"]
dates: DD/MM/YYYY
images: fotos
id: {columns: [AMT, NUMMER], join: "-"}
elements:
  family_name: NAME
  given_name: {columns: [VORNAME, VORNAME2]}
  birth_date: GEBOREN
  issue_date: AUSGESTELLT
  expiry_date: ABLAUF
  issuing_country: {value: US}
  issuing_authority: {value: Utopia DMV}
  document_number: NUMMER
  portrait: {file: NUMMER, ending: .jpg}
  un_distinguishing_sign: {value: USA}
  org.iso.18013.5.1/sex: {column: GESCHLECHT, codes: {M: 1, W: 2, X: 9}}
  height: GROESSE
  driving_privileges:
    split: KLASSEN
    by: ","
    within: " "
    item:
      members:
        vehicle_category_code: {part: 1}
        issue_date: {part: 2}
`;

const HEADINGS =
  'NUMMER;AMT;NAME;VORNAME;VORNAME2;GEBOREN;AUSGESTELLT;ABLAUF;GESCHLECHT;GROESSE;KLASSEN;BEMERKUNG';
const ROW = '1;B;M\u00fcller;Erika;NULL;29/02/1984;15/01/2025;14/01/2035;W;168;B 01/03/2002;x';

let made = 0;
function files(csv: string | readonly string[], map = MAP, name = 'export.csv') {
  made += 1;
  const [file, mapFile] = [join(folder, `${made}-${name}`), join(folder, `${made}-map.yaml`)];
  const text = typeof csv === 'string' ? csv : [HEADINGS, ...csv].join('\r\n');
  writeFileSync(file, Buffer.from(text, 'latin1'));
  writeFileSync(mapFile, map);
  return { file, mapFile };
}

function importing(csv: string | readonly string[], map = MAP, ...options: readonly string[]) {
  const { file, mapFile } = files(csv, map);
  return diptych('holders', 'import', file, '--map', mapFile, ...options, ...to(world()));
}

const changed = (from: string, to: string) => {
  expect(MAP).toContain(from);
  return MAP.replace(from, to);
};
const element = (name: string) => `elements/${MDL_NAMESPACE}/${name}`;

describe('Import of a CSV file with a map', () => {
  it('columns become the same record as the same elements in JSON', async () => {
    const row = ROW.replace('1;B', ' 1 ;B');
    expect(await importing([row])).toMatchObject({
      exit: 0,
      out: expect.stringMatching(/^B-1 +created/m),
      err: expect.stringContaining('the map does not use: BEMERKUNG'),
    });
    const elements = mdl({
      family_name: 'M\u00fcller',
      document_number: '1',
      sex: 2,
      height: 168,
    });
    const json = join(folder, 'same.json');
    writeFileSync(json, JSON.stringify({ id: 'json', elements }));
    await diptych('holders', 'import', json, ...to(world()));
    const record = await recordOf(world(), 'B-1');
    expect(record.length).toBeGreaterThan(100);
    expect(await recordOf(world(), 'json')).toEqual(record);
  });

  it.each([
    ['UTF-8', 'windows-1252', 'utf8', 'is utf-8, but the map says windows-1252; correct csv.encoding'],
    ['UTF-16', 'windows-1252', 'utf16le', 'is utf-16le, but the map says windows-1252; correct csv.encoding'],
    ['UTF-16 of the other order', 'utf-16be', 'utf16le', 'is utf-16le, but the map says utf-16be'],
  ] as const)('a file in %s is refused if the map says %s', async (_, said, written, problem) => {
    const { file, mapFile } = files([ROW], changed('windows-1252', said));
    const text = `${written === 'utf8' ? '' : '\uFEFF'}${HEADINGS}\r\n${ROW}`;
    writeFileSync(file, Buffer.from(text, written));
    const run = await diptych('holders', 'import', file, '--map', mapFile, ...to(world()));
    expect(run).toMatchObject({ exit: 2, out: '', err: expect.stringContaining(problem) });
  });

  it('a file in UTF-16 of either order is imported', async () => {
    for (const encoding of ['utf-16le', 'utf-16be']) {
      const { file, mapFile } = files([ROW], changed('windows-1252', encoding));
      const bytes = Buffer.from(`\uFEFF${HEADINGS}\r\n${ROW.replace('1;B', `${encoding};B`)}`, 'utf16le');
      writeFileSync(file, encoding === 'utf-16be' ? bytes.swap16() : bytes);
      const map = ['--map', mapFile, '--dry-run'];
      expect(await diptych('holders', 'import', file, ...map, ...to(world()))).toMatchObject({
        out: expect.stringContaining('names an image that is not there (column NUMMER)'),
      });
    }
  });

  it('categories in columns of their own become a list; empty ones are left out', async () => {
    const map = changed(
      MAP.slice(MAP.indexOf('    split:')),
      `    items:
      - {when: {column: GROESSE, is: ["1"]}, members: {vehicle_category_code: {value: A}}}
      - members: {vehicle_category_code: {value: C}, issue_date: GEBOREN}
        when: {column: KLASSEN, is: [C]}
`,
    );
    const row = ROW.replace('168;B 01/03/2002', '1;C').replace('1;B', '1;C');
    expect(await importing([row], map)).toMatchObject({ exit: 0 });
    const { out } = await diptych('holders', 'record', 'C-1', '--json', ...to(world()));
    expect(out).toContain('"vehicle_category_code": "A"');
    expect(out).toContain('"issue_date": "1984-02-29"');
    const none = await importing([row.replace('1;C;x', '2;D;x')], map, '--dry-run');
    expect(none).toMatchObject({
      exit: 0,
      out: expect.stringContaining(
        `warning: ${element('driving_privileges')} is empty: the holder may drive nothing`,
      ),
    });
  });

  it('all problems of a row are reported at once, by row and column, without values', async () => {
    const wrong = '../1;B;\u0141;Erika;;31/02/1984;2025-01-15;14/01/2035;Q;tall;B 01.03.2002,C;x'.replace(
      '\u0141',
      'Kowalski',
    );
    // The audit log says who compared the stored record.
    const { exit, out } = await importing([ROW, wrong]);
    expect(exit).toBe(1);
    for (const problem of [
      `${element('birth_date')} is not a date DD/MM/YYYY in column GEBOREN`,
      `${element('issue_date')} is not a date DD/MM/YYYY in column AUSGESTELLT`,
      `${element('portrait')} names an image outside of the folder (column NUMMER)`,
      `${element('sex')} has a code that the map does not list in column GESCHLECHT`,
      `${element('height')} must be a whole number, 0 or more (column GROESSE)`,
      `${element('driving_privileges')}[0].issue_date is not a date DD/MM/YYYY in part 2 of column KLASSEN`,
    ])
      expect(out).toContain(`line 3 (B-../1): ${problem}`);
    expect(out).not.toMatch(/line 3 .* is missing$/m);
    expect(out).not.toMatch(/Kowalski|31\/02|tall/);
  });

  it('images are read from their folder only: no other paths, no links out of it', async () => {
    symlinkSync('/etc/passwd', join(folder, 'fotos/7.jpg'));
    writeFileSync(join(folder, 'fotos/8.jpg'), Buffer.alloc(700_000));
    writeFileSync(join(folder, 'fotos/9.jpg'), 'no image');
    const numbered = (number: string) => ROW.replace(/^1/, number);
    const { out } = await importing(['7', '8', '9', '10', '/etc/passwd'].map(numbered), MAP, '--dry-run');
    const portrait = element('portrait');
    expect(out).toContain(`line 2 (B-7): ${portrait} names an image outside of the folder`);
    expect(out).toContain(`line 3 (B-8): ${portrait} names an image of more than 655360 bytes`);
    expect(out).toContain(`line 4 (B-9): ${portrait} must be a JPEG or JPEG 2000 image`);
    expect(out).toContain(`line 5 (B-10): ${portrait} names an image that is not there`);
    expect(out).toContain(`line 6 (B-/etc/passwd): ${portrait} names an image outside of the folder`);
  });

  it.each([
    [
      'family_name: NAME',
      'family_name: NAMEN',
      /:7:16: .*column NAMEN, which the file does not have; do you mean NAME\?/,
    ],
    ['family_name: NAME', 'famliy_name: NAME', /:7:3: elements\.famliy_name is not an element/],
    ['org.iso.18013.5.1/sex', 'sex', /:17:3: elements\.sex is ambiguous; write org/],
    [
      'birth_date: GEBOREN',
      'birth_date: {column: GEBOREN, dat: x}',
      /:9:33: .*dat is not known; do you mean date\?/,
    ],
    ['birth_date: GEBOREN', 'birth_date: {column: GEBOREN, date: DD.MM.YY}', /needs a pivot/],
    ['birth_date: GEBOREN', 'birth_date: {column: GEBOREN, value: x}', /needs one of column, columns/],
    ['birth_date: GEBOREN', 'birth_date: {join: x}', /needs one of column, columns/],
    ['height: GROESSE', 'height: {column: GROESSE, by: x}', /:18:.*by cannot be used with column/],
    ['height: GROESSE', 'height: {column: GROESSE, date: DD/MM/YYYY}', /is for dates; this is none/],
    ['height: GROESSE', 'height: {file: GROESSE}', /is uint in this document type, not bytes/],
    ['height: GROESSE', 'height: {part: 1}', /part can only be used inside of split/],
    ['{M: 1, W: 2, X: 9}', '{M: "1", W: 2}', /codes must become a whole number/],
    ['{part: 2}', '{part: two}', /part must be a whole number from 1 to 20/],
    ['        issue_date: {part: 2}', '        colour: {part: 2}', /colour is not part of this element/],
    ['images: fotos', 'images: nowhere', /portrait has no folder /],
    ['dates: DD/MM/YYYY', 'dates: dd/mm/yyyy', /:3:8: dates can only have YYYY/],
    ['id: {columns', 'documentType: nobody.knows\nid: {columns', /documentType is not served/],
    ['delimiter: ";"', 'delimiter: "x"', /:1:18: csv.delimiter must be one of/],
    ['dates: DD', 'dates: DD/MM/YYYY\ndates: DD', /dates is repeated/],
    ['dates: DD/MM/YYYY', 'dates: *x', /there is no anchor/],
  ])('a map with %s replaced by %s is refused with line and column', async (from, to, problem) => {
    const { exit, err } = await importing([ROW], changed(from, to));
    expect({ exit, err }).toMatchObject({ exit: 1, err: expect.stringMatching(problem) });
    expect(err).toMatch(/map\.yaml:\d+:\d+: /);
  });

  it.each([
    [
      'a heading that the map uses twice',
      `${HEADINGS};NAME\n${ROW};x`,
      /names column NAME, which the file has twice/,
    ],
    ['NUL bytes in its headings', `N\u0000A;B\n`, /has NUL bytes; if it is UTF-16/],
    ['an open quote', `${HEADINGS}\n"${ROW}`, /a quote that is not closed/],
    ['too many columns', 'X;'.repeat(3_000), /more than 2000 columns/],
    ['no records', HEADINGS, /has no records/],
  ])('a file with %s is refused', async (_, csv, problem) => {
    const { exit, err } = await importing(csv);
    expect(exit).toBeGreaterThan(0);
    expect(err).toMatch(problem);
  });

  it('a formula is text, a NUL and a missing cell are problems of their row', async () => {
    const formula = ROW.replace('Erika', '=cmd|x!A1').replace('1;B', '1;F');
    const nul = ROW.replace('Erika', 'Eri\u0000ka');
    const { out } = await importing([formula, nul, '1;2'], MAP, '--dry-run');
    expect(out).toContain('line 3: has a NUL character');
    expect(out).toContain('line 4: has 2 cells; the heading line has 12');
    expect(out).not.toMatch(/line 2 \(F-1\): elements/);
  });
});
