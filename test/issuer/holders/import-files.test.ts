import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { MDL_NAMESPACE, mdl } from '../../support/records.ts';
import { recordOf } from '../../support/stored-holders.ts';
import { useWorld } from '../../support/use-world.ts';
import { lines, useImports } from './support/importing.ts';

const world = useWorld();
const { folder, file, importing, idsLike } = useImports(world);
const outsideImage = `${folder}-outside.jpg`;
afterAll(() => rmSync(outsideImage, { force: true }));

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;

/** The heading and the line of a CSV file for these elements. */
function csv(ids: readonly string[], replaced: Record<string, unknown> = {}): string {
  const elements = mdl(replaced)[MDL_NAMESPACE] as Record<string, unknown>;
  const cells = Object.values(elements).map((value) =>
    cell(typeof value === 'string' ? value : JSON.stringify(value)),
  );
  return [['id', ...Object.keys(elements)], ...ids.map((id) => [id, ...cells])]
    .map((row) => row.join(','))
    .join('\r\n');
}

describe('Import of holders from JSON and CSV', () => {
  it('the import builds the same record from a CSV line as from JSON', async () => {
    const json = file('one.json', JSON.stringify({ id: 'csv-json', elements: mdl({ height: 170 }) }));
    expect(await importing(json)).toMatchObject({ exit: 0 });
    const table = file('one.csv', `\uFEFF${csv(['csv-1', 'csv-2'], { height: 170 })}\r\n`);
    expect(await importing(table)).toMatchObject({ exit: 0 });
    const record = await recordOf(world(), 'csv-json');
    expect(record.length).toBeGreaterThan(100);
    expect(await recordOf(world(), 'csv-1')).toEqual(record);
    expect(await recordOf(world(), 'csv-2')).toEqual(record);
  });

  it('JSON Lines have one record a line, and empty lines are skipped', async () => {
    const path = file(
      'l.jsonl',
      `${lines([{ id: 'l-1', elements: mdl() }])}\n\n${lines([{ id: 'l-2', elements: mdl() }])}\n`,
    );
    expect(await importing(path)).toMatchObject({ exit: 0, out: expect.stringContaining('l-2') });
    expect(idsLike('l-')).toEqual(['l-1', 'l-2']);
  });

  it('elements of a family, such as age_over_NN, are columns like others', async () => {
    expect(await importing(file('ages.csv', csv(['age-1'], { age_over_18: true })))).toMatchObject({
      exit: 0,
    });
    const wrong = await importing(file('ages.csv', csv(['age-2'], { age_over_18: false })));
    expect(wrong.out).toContain(`line 2 (age-2): elements/${MDL_NAMESPACE}/age_over_18 contradicts`);
  });

  it('a CSV may have several document types; cells of elements that a type does not define stay empty', async () => {
    const headings = ['id', 'documentType', 'family_name', 'org.iso.18013.5.1/height', 'place_of_birth'];
    const types = [
      ['t-1', 'org.iso.18013.5.1.mDL', 'A', '', ''],
      ['t-2', 'eu.europa.ec.eudi.pid.1', 'B', '', cell('{"country":"DE"}')],
      ['t-3', 'eu.europa.ec.eudi.pid.1', 'C', '170', ''],
    ];
    const { out } = await importing(
      file('types.csv', [headings, ...types].map((row) => row.join(',')).join('\n')),
    );
    expect(out).toContain('line 2 (t-1): elements/org.iso.18013.5.1/given_name is missing');
    expect(out).toContain('line 3 (t-2): elements/eu.europa.ec.eudi.pid.1/given_name is missing');
    expect(out).not.toContain('place_of_birth must');
    expect(out).toContain(
      'line 4 (t-3): has a value in column org.iso.18013.5.1/height, which its document type does not have',
    );
  });

  it.each([
    [
      'no element',
      'id,shoe_size,colour',
      ['columns that are no elements of', ': shoe_size, colour\n', 'diptych holders map --suggest'],
    ],
    [
      'of several namespaces',
      'id,sex',
      ['column sex is ambiguous; write org.iso.18013.5.1/sex or org.iso.18013.5.1.aamva/sex'],
    ],
    ['there twice', 'id,height,height', ['column height occurs twice']],
    ['the same element', `id,height,${MDL_NAMESPACE}/height`, [`two columns hold ${MDL_NAMESPACE}/height`]],
    ['without a heading', 'id,height,', ['column 3 has no heading']],
    ['not id', 'height', ['there is no column id']],
  ])('the error names a CSV column that is %s', async (_, headings, problems) => {
    const cells = headings.replaceAll(/[^,]+/g, '1');
    const { exit, err } = await importing(file('wrong.csv', `${headings}\n${cells}\n`));
    expect(exit).toBe(2);
    for (const problem of problems) expect(err).toContain(problem);
  });

  it.each([
    ['LF', '\n'],
    ['CRLF', '\r\n'],
  ])('a record is reported by its first line, also if cells have line breaks (%s)', async (_, end) => {
    const lines = ['id,family_name', '', 'x-1,"a', '', 'b"', 'x-2,c', 'x-3,"d\ne"', 'x-4,f'];
    const { out } = await importing(file('breaks.csv', lines.join(end)));
    const places = [...out.matchAll(/^line (\d+) \((x-\d)\)/gm)].map(([, line, id]) => `${id} ${line}`);
    expect([...new Set(places)]).toEqual(['x-1 3', 'x-2 6', 'x-3 7', 'x-4 9']);
  });

  it.each([
    ['an open quote', 'x,"a\n', 'line 2 has a quote that is not closed'],
    ['a quote in a quoted cell', 'x,"a"b"\n', 'line 2 has a quote inside a quoted cell'],
    ['a quote in a cell', 'x,a"b\n', 'line 2 has a quote inside a cell'],
    ['a long line', `x,${'a'.repeat(1_100_000)}\n`, 'line 2 is longer than 1048576 bytes'],
  ])('a file that is not valid CSV is refused: %s', async (_, line, problem) => {
    const { exit, err } = await importing(file('bad.csv', `id,family_name\n${line}`));
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining(`is not CSV: ${problem}`) });
  });

  it('a file that is not UTF-8 is refused, because wrong characters would be imported', async () => {
    const latin1 = Buffer.from(csv(['latin-1'], { family_name: 'M\u00fcller' }), 'latin1');
    expect(await importing(file('latin.csv', latin1))).toMatchObject({
      exit: 2,
      err: expect.stringContaining('is not UTF-8: line 2'),
    });
  });

  it.each([
    ['a name twice', '{"id":"a","id":"b","elements":{}}', 'has a name twice in one object'],
    ['a number of no size', `{"id":"a","elements":{"x":{"y":1e999}}}`, 'has a number that is too large'],
    ['hostile names', `{"id":"a","elements":{"__proto__":{}}}`, 'has a member named __proto__'],
    ['too deep', `{"id":"a","elements":${'['.repeat(5_000)}${']'.repeat(5_000)}}`, 'is nested deeper'],
  ])('JSON with %s is refused', async (_, content, problem) => {
    const { exit, err } = await importing(file('odd.json', content));
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining(problem) });
    const { out } = await importing(file('odd.jsonl', `${content}\n`));
    expect(out).toContain(`line 1: ${problem}`);
  });

  it('a folder or a pipe instead of a file is refused at once', async () => {
    mkdirSync(join(folder, 'folder.csv'));
    execFileSync('mkfifo', [join(folder, 'pipe.csv')]);
    for (const name of ['folder.csv', 'pipe.csv']) {
      const refused = await importing(join(folder, name));
      expect(refused).toMatchObject({ exit: 2, err: expect.stringContaining('is not a file') });
    }
  });

  it('an image at a URL or outside of the folder is not read', async () => {
    const path = (portrait: string) =>
      file('image.json', JSON.stringify({ id: 'image', elements: mdl({ portrait }) }));
    const outside = 'names an image outside of the folder';
    expect((await importing(path('../portrait.jpg'))).out).toContain(outside);
    expect((await importing(path('/etc/portrait.jpg'))).out).toContain(outside);
    mkdirSync(join(folder, 'folder.jpg'));
    expect((await importing(path('folder.jpg'))).out).toContain('names an image that is not there');
    writeFileSync(outsideImage, 'x');
    symlinkSync(outsideImage, join(folder, 'link.jpg'));
    expect((await importing(path('link.jpg'))).out).toContain(outside);
  });

  it('a file of an unknown format, without records, or missing is refused', async () => {
    expect(await importing(file('holders.xml', '<a/>'))).toMatchObject({ exit: 2 });
    expect(await importing(file('empty.csv', 'id\n'))).toMatchObject({ exit: 2 });
    expect(await importing(join(folder, 'nowhere.json'))).toMatchObject({ exit: 2 });
  });
});
