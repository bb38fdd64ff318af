import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { PID, pid } from '../../support/documents.ts';
import { jpeg } from '../../support/portrait.ts';
import { MDL_NAMESPACE, mdl } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';
import { useImports } from './support/importing.ts';

const world = useWorld();
const { folder, file, importing } = useImports(world);

const decomposed = (text: string) => text.normalize('NFD');

const MAP = `dates: YYYY-MM-DD
id: ID
elements:
  family_name: NACHNAME_GR\u00d6SSE
  family_name_national_character: NATIONAL
  given_name: {column: VORNAME, codes: {M\u00fcller: Ann}, otherwise: Ann}
  birth_date: {column: GEBOREN, date: YYYY-MM-DD hh:mm:ss}
  issue_date: {value: "2025-01-15"}
  expiry_date: {value: "2035-01-14"}
  issuing_country: {value: US}
  issuing_authority: {value: Utopia DMV}
  document_number: ID
  portrait: {file: BILD}
  un_distinguishing_sign: {value: USA}
  driving_privileges: {split: KLASSEN, item: {members: {vehicle_category_code: {part: 1}}}}
`;
const HEADINGS = 'ID,NACHNAME_GR\u00d6SSE,NATIONAL,VORNAME,GEBOREN,BILD,KLASSEN';
const row = (over: { id?: string; name?: string; national?: string; born?: string; image?: string } = {}) =>
  `${over.id ?? 'S-1'},${over.name ?? 'Muster'},${over.national ?? 'Muster'},x,${over.born ?? '1990-12-31 00:00:00.000'},${over.image ?? 'p.jpg'},B`;
file('p.jpg', jpeg());

let made = 0;
function mapped(content: string | Buffer, map = MAP) {
  made += 1;
  const csv = file(`${made}.csv`, content);
  return importing(csv, '--map', file(`${made}.yaml`, map), '--json');
}

const stored = async (id: string, name: string) => {
  const { out } = await diptych('holders', 'record', id, '--json', ...to(world()));
  const { namespaces } = JSON.parse(out) as {
    namespaces: { elements: { identifier: string; value: unknown }[] }[];
  };
  return namespaces[0]?.elements.find(({ identifier }) => identifier === name)?.value;
};

/** The bytes of a text in an encoding with one byte for each character. */
function bytesOf(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding);
  const all = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  return Buffer.from([...text].map((char) => all.indexOf(char)));
}

describe('A CSV file in a code page', () => {
  it.each([
    ['windows-1250', 'Świątek'],
    ['windows-1251', 'Иванов'],
    ['windows-1253', 'Παπαδόπουλος'],
    ['windows-1254', 'Yılmaz Şahin'],
    ['windows-1255', 'כהן'],
    ['windows-1257', 'Kaziūnas'],
    ['ISO-8859-5', 'Иванов'],
    ['iso8859-7', 'Παπαδόπουλος'],
    ['latin5', 'Erdoğan'],
    ['iso-8859-13', 'Šimkus'],
    ['iso-8859-15', 'Œuvré'],
    ['koi8-r', 'Иванов'],
    ['cp866', 'Иванов'],
  ])('of the label %s gives the names that were written in it', async (label, name) => {
    const headings = HEADINGS.replace('NACHNAME_GR\u00d6SSE', 'NAME');
    const map = MAP.replace('NACHNAME_GR\u00d6SSE', 'NAME').replace('M\u00fcller: Ann', 'A: Ann');
    const bytes = bytesOf(`${headings}\n${row({ id: label, national: name })}\n`, label);
    expect(await mapped(bytes, `csv: {encoding: ${label}}\n${map}`)).toMatchObject({ exit: 0 });
    expect(await stored(label, 'family_name_national_character')).toBe(name);
  });

  it.each(['windows-9999', 'x-user-defined', 'replacement', 'utf-7'])(
    'of the label %s is refused',
    async (label) => {
      expect(await mapped(`${HEADINGS}\n${row()}\n`, `csv: {encoding: ${label}}\n${MAP}`)).toMatchObject({
        exit: 1,
        err: expect.stringMatching(/:1:\d+: csv\.encoding must be a label of the Encoding Standard/),
      });
    },
  );

  it('that does not fit the map is told, and its names are warnings', async () => {
    const map = `csv: {encoding: windows-1252}\n${MAP.replaceAll('NACHNAME_GR\u00d6SSE', 'NAME').replace('M\u00fcller: Ann', 'A: Ann')}`;
    const headings = HEADINGS.replace('NACHNAME_GR\u00d6SSE', 'NAME');
    const csv = file('greek.csv', bytesOf(`${headings}\n${row({ name: 'Παπαδόπουλος' })}\n`, 'windows-1253'));
    const run = await importing(csv, '--map', file('greek.yaml', map), '--dry-run');
    expect(run.err).toContain('the letters of the file fit windows-1253 better than windows-1252');
    expect(run.out).toContain(
      `warning: elements/${MDL_NAMESPACE}/family_name looks as if it was read in the wrong`,
    );
  });

  it('is proposed as a guess, with the letters that it would have', async () => {
    const greek = file('suggest.csv', bytesOf('ID;SURNAME\n1;Γιάννης\n2;Άννα\n', 'windows-1253'));
    const { out } = await diptych('holders', 'map', '--suggest', greek);
    expect(out).toMatch(
      /encoding: windows-1253} {2}# low: a guess, .* Confirm that names have these letters: Ά Γ ά α η ι ν ς\n/,
    );
    const utf8 = await diptych('holders', 'map', '--suggest', file('suggest.csv', 'ID;SURNAME\n1;Άννα\n'));
    expect(utf8.out).toContain('encoding: utf-8}\n');
  });
});

describe('A CSV file as systems write it', () => {
  it('has headings, codes, values and names of files in decomposed letters, as Macs write them', async () => {
    mkdirSync(join(folder, decomposed('B\u00fcder')), { recursive: true });
    writeFileSync(join(folder, decomposed('B\u00fcder/M\u00fcller.jpg')), jpeg());
    const text = `${decomposed(HEADINGS)}\n${decomposed(row({ id: 'NFD', name: 'M\u00fcller' }))}\n${row({ id: 'FILE', image: 'B\u00fcder/M\u00fcller.jpg' })}\n`;
    expect(await mapped(text)).toMatchObject({ exit: 0 });
    expect(await stored('NFD', 'family_name')).toBe('M\u00fcller');
    const images = MAP.replace('id: ID', 'images: B\u00fcder\nid: ID');
    const inFolder = `${HEADINGS}\n${row({ id: 'FOLDER', image: 'M\u00fcller.jpg' })}\n`;
    expect(await mapped(inFolder, images)).toMatchObject({ exit: 0 });
    expect(
      await mapped(inFolder.replace('FOLDER', 'NO').replace('M\u00fcller', 'M\u00e4ller'), images),
    ).toMatchObject({
      exit: 1,
    });
  });

  it.each([
    ['sep=;', 'sep=;\r\n'],
    ['a mark and sep=;', '\ufeffsep=;\n'],
    ['sep=; in quotes', '"sep=;"\n'],
  ])('may begin with %s', async (_, first) => {
    const text = `${first}${HEADINGS}\n${row({ id: 'SEP' })}\n${row({ born: 'x' })}\n`.replaceAll(',', ';');
    const { out } = await mapped(text);
    const { problems } = JSON.parse(out) as { problems: Record<string, string>[] };
    expect(problems.filter(({ severity }) => severity === 'error')).toEqual([
      expect.objectContaining({ place: 'line 4', id: 'S-1' }),
    ]);
    const plain = `${first}id;family_name\n1;Muster\n`;
    const run = await importing(file('plain.csv', plain), '--dry-run');
    expect(run.out).toContain('line 3 (1): elements/org.iso.18013.5.1/given_name is missing');
    const proposal = await diptych('holders', 'map', '--suggest', file('plain.csv', plain));
    expect(proposal.out).toContain('csv: {delimiter: ";", encoding: utf-8}');
    expect(proposal.out).toContain('family_name: family_name');
  });

  it.each([
    '1990-12-31 00:00:00.000',
    '1990-12-31 00:00:00.0000000',
    '1990-12-31 00:00:00.0',
    '1990-12-31T00:00:00',
    '1990-12-31T00:00:00.000+01:00',
    '1990-12-31 00:00:00 +02:00',
    '31.12.1990 0:00',
    '31.12.1990 00:00:00',
    '12/31/1990 12:00:00 AM',
    '12/31/1990 0:00',
  ])('whose dates are written as %s gets a proposal that reads them', async (date) => {
    const text = `${HEADINGS.replace('GEBOREN', 'birth date')}\n${row({ id: 'T-1', born: date })}\n`;
    const csv = file('dates.csv', text);
    const { out } = await diptych('holders', 'map', '--suggest', csv);
    const [, format] = /^dates: (".*")$/m.exec(out) ?? [];
    expect(format).toBeDefined();
    const map = MAP.replace('GEBOREN, date: YYYY-MM-DD hh:mm:ss', `birth date, date: ${format}`);
    expect(await mapped(text, map)).toMatchObject({ exit: 0 });
    expect(await stored('T-1', 'birth_date')).toBe('1990-12-31');
  });

  it('without a map has padded cells and padded headings', async () => {
    const elements = mdl()[MDL_NAMESPACE] as Record<string, unknown>;
    const cells = Object.entries({ id: 'PAD', ...elements, portrait: 'p.jpg', driving_privileges: '[]' });
    const csv = [0, 1].map((at) => cells.map((cell) => `  ${String(cell[at])}\u00a0  `).join(',')).join('\n');
    expect(await importing(file('padded.csv', csv))).toMatchObject({ exit: 0 });
    expect(await stored('PAD', 'family_name')).toBe('Mustermann');
    const blank = csv.replace('Mustermann', '\u3000\u200b');
    expect((await importing(file('blank.csv', blank))).out).toContain(
      `line 2 (PAD): elements/${MDL_NAMESPACE}/family_name is missing`,
    );
  });
});

describe('A value that one way of import refuses', () => {
  const wrong = { family_name: 'M\ufffdller', portrait: jpeg().subarray(0, 200).toString('base64') };
  const doubtful = { given_name: 'Jos\u00c3\u00a9', birth_date: '1900-01-01' };

  it('all ways refuse with the same findings', async () => {
    const replaced = { ...wrong, ...doubtful };
    const record = { id: 'SAME', documentType: 'eu.europa.ec.eudi.pid.1', elements: pid(replaced) };
    const { holders } = await world().admin('checkHolders', { holders: [record] });
    const expected = holders[0]?.findings.map(({ severity, path, problem }) => ({ severity, path, problem }));
    expect(expected?.map(({ severity, path }) => `${severity} ${path.split('/').at(-1)}`).sort()).toEqual([
      'error family_name',
      'error issuing_country',
      'error portrait',
      'warning birth_date',
      'warning given_name',
    ]);
    const elements = Object.entries(record.elements[PID]);
    const cell = (value: unknown) =>
      `"${(typeof value === 'string' ? value : JSON.stringify(value)).replaceAll('"', '""')}"`;
    const headings = ['id', 'documentType', ...elements.map(([name]) => `${PID}/${name}`)];
    const csv = [headings, [record.id, record.documentType, ...elements.map(([, value]) => cell(value))]];
    for (const path of [
      file('same.json', JSON.stringify(record)),
      file('same.jsonl', JSON.stringify(record)),
      file('same.csv', csv.map((cells) => cells.join(',')).join('\n')),
    ]) {
      const { out } = await importing(path, '--json');
      const { problems } = JSON.parse(out) as { problems: Record<string, string>[] };
      expect(problems.map(({ severity, path: at, problem }) => ({ severity, path: at, problem }))).toEqual(
        expect.arrayContaining(expected ?? []),
      );
    }
    await expect(world().admin('importHolders', { holders: [record] })).rejects.toThrow(
      'nothing was imported',
    );
  });
});
