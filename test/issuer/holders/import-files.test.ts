import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { RequestOptions } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { diptych, to } from '../../support/cli.ts';
import { expectNothingWritten, rows } from '../../support/database.ts';
import { hex } from '../../support/dialect.ts';
import { MDL_NAMESPACE, mdl } from '../../support/records.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const folder = mkdtempSync(join(tmpdir(), 'diptych-import-'));
afterAll(() => {
  for (const path of [folder, `${folder}-outside.jpg`]) rmSync(path, { recursive: true, force: true });
});

const SLOW = 60_000;

function file(name: string, content: string | Buffer): string {
  const path = join(folder, name);
  writeFileSync(path, content);
  return path;
}

const importing = (path: string, ...options: readonly string[]) =>
  diptych('holders', 'import', path, ...options, ...to(world()));

const idsLike = (prefix: string) =>
  rows(world(), 'select holder_id from holder where holder_id like ? order by holder_id', `${prefix}%`).map(
    (row) => row.holder_id,
  );

const lines = (records: readonly object[]) => records.map((record) => JSON.stringify(record)).join('\n');
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
    const records = rows(
      world(),
      `select ${hex('record')} as bytes from holder where holder_id like 'csv-%'`,
    );
    expect(records).toHaveLength(3);
    expect(new Set(records.map(({ bytes }) => bytes)).size).toBe(1);
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
    ['no element', 'id,shoe_size,colour', ['column shoe_size is not an element', 'column colour is not']],
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
    writeFileSync(`${folder}-outside.jpg`, 'x');
    symlinkSync(`${folder}-outside.jpg`, join(folder, 'link.jpg'));
    expect((await importing(path('link.jpg'))).out).toContain(outside);
  });

  it('a file of an unknown format, without records, or missing is refused', async () => {
    expect(await importing(file('holders.xml', '<a/>'))).toMatchObject({ exit: 2 });
    expect(await importing(file('empty.csv', 'id\n'))).toMatchObject({ exit: 2 });
    expect(await importing(join(folder, 'nowhere.json'))).toMatchObject({ exit: 2 });
  });
});

describe('Checks of an import file before anything is stored', () => {
  const bad = () =>
    file(
      'bad.jsonl',
      [
        lines([
          { id: 'bad-1', elements: mdl() },
          { id: 'bad-2', elements: mdl({ portrait: null }) },
        ]),
        '{"id": ',
        lines([
          { elements: mdl() },
          { id: 'bad-5', elements: mdl({ portrait: 'portrait-that-is-not-there.jpg' }) },
          { id: 'bad-1', elements: mdl() },
          { id: 'bad-7', elements: mdl({ portrait: null, height: -1 }) },
          { id: 'bad-8', documentType: 'nobody.knows.1', elements: {} },
        ]),
      ].join('\n'),
    );

  it('the import reports problems line by line, and stores nothing', async () => {
    const { exit, out } = await expectNothingWritten(world(), () => importing(bad()));
    expect(exit).toBe(1);
    for (const line of [
      `line 2 (bad-2): elements/${MDL_NAMESPACE}/portrait is missing [ISO/IEC 18013-5`,
      'line 3: is not JSON',
      'line 4: id is missing',
      `line 5 (bad-5): elements/${MDL_NAMESPACE}/portrait names `,
      'line 6 (bad-1): id is already in line 1',
      `line 7 (bad-7): elements/${MDL_NAMESPACE}/height `,
      'line 8 (bad-8): documentType is not served',
      'nothing was imported',
    ]) {
      expect(out).toContain(line);
    }
    expect(out).not.toContain('Mustermann');
    expect(idsLike('bad-')).toEqual([]);
  });

  it('the import reports all problems of a record at once; a missing image or id hides none', async () => {
    const absent = { portrait: 'portrait-of-erika.jpg', signature_usual_mark: '../erika.jp2', height: -1 };
    const path = file('all.jsonl', lines([{ elements: mdl(absent) }, { id: 'all-2', elements: {} }]));
    const { out } = await importing(path);
    const elements = `elements/${MDL_NAMESPACE}`;
    expect(out.match(/^line 1: (?!warning).*/gm)).toEqual([
      'line 1: id is missing',
      `line 1: ${elements}/portrait names an image that is not there`,
      `line 1: ${elements}/signature_usual_mark names an image outside of the folder`,
      expect.stringContaining(`line 1: ${elements}/height must be a whole number`),
    ]);
    expect(out).not.toContain('erika');
  });

  it('the report has no cell that a spreadsheet would calculate', async () => {
    const report = join(folder, 'formula.csv');
    const id = '=HYPERLINK("https://evil.example")';
    await importing(file('formula.jsonl', lines([{ id, elements: {} }])), '--report', report);
    expect(readFileSync(report, 'utf8')).toContain(`line 1,"'=HYPERLINK(""https`);
  });

  it('the summary has one line for each kind of problem, even if records have several problems', async () => {
    const missing = (n: number) => ({ id: `k-${n}`, elements: mdl({ portrait: `gone-${n}.jpg` }) });
    const twice = { id: 'k-twice', elements: mdl() };
    const path = file('kinds.jsonl', lines([missing(1), missing(2), missing(3), twice, twice, twice]));
    const { out } = await importing(path, '--dry-run');
    expect(out).toContain(`3  elements/${MDL_NAMESPACE}/portrait names an image that is not there`);
    expect(out).toContain('2  id is already in the file');
  });

  it('the import names an unknown member of a record', async () => {
    const { out } = await importing(
      file('typo.json', JSON.stringify({ id: 'typo', elements: mdl(), docType: 'x' })),
    );
    expect(out).toContain('record 1 (typo): is not a record: docType is not known');
  });

  it('the import shows the first problems, and the number of the others', async () => {
    const many = Array.from({ length: 70 }, (_, n) => ({ id: `p-${n}`, elements: mdl({ portrait: null }) }));
    const path = file('more.jsonl', lines(many));
    const { out } = await importing(path);
    expect(out).toMatch(/^line 50 .*\n… and 90 more; --report FILE has all of them$/m);
    expect(JSON.parse((await importing(path, '--json')).out)).toMatchObject({ moreProblems: 90 });
  });

  it('a dry run names three records for a warning that many have, and ten digests', async () => {
    const many = Array.from({ length: 1010 }, (_, n) => ({ id: `w-${n}`, elements: mdl() }));
    const { out } = await importing(file('warned.jsonl', lines(many)), '--dry-run');
    expect(out.match(/^line \d+ .*: warning: /gm)).toHaveLength(3);
    expect(out).toMatch(/^1\u202f010 records have warnings:\n +1\u202f010 {2}elements\/.* is missing/m);
    expect(out.match(/^digest /gm)).toHaveLength(10);
    expect(out).toContain('… and 1 more digests; --json prints all of them');
  });

  it('the report file cannot overwrite the imported file', async () => {
    const path = bad();
    const before = readFileSync(path, 'utf8');
    const { exit, err } = await importing(path, '--dry-run', '--report', join(folder, '.', 'bad.jsonl'));
    expect({ exit, err }).toMatchObject({ exit: 2, err: expect.stringContaining('is to be imported') });
    expect(readFileSync(path, 'utf8')).toBe(before);
  });

  it('the import reports warnings about the records that it imported', async () => {
    const expired = { id: 'expired', elements: mdl({ issue_date: '2015-01-01', expiry_date: '2020-01-01' }) };
    const { exit, out } = await importing(file('expired.json', JSON.stringify(expired)));
    expect(exit).toBe(0);
    expect(out).toContain('with warnings: 1; --dry-run shows them');
  });

  it('the report has the order of the lines in the file', async () => {
    const { out } = await importing(bad());
    const numbers = [...out.matchAll(/^line (\d+)/gm)].map(([, number]) => Number(number));
    expect(numbers).toEqual(numbers.toSorted((a, b) => a - b));
  });

  it(
    'a dry run checks the whole file, and reports how many records fail and why',
    async () => {
      const many = Array.from({ length: 1204 }, (_, n) => ({
        id: `many-${n}`,
        elements: mdl(n < 1100 ? { portrait: null } : { sex: 3 }),
      }));
      const path = file('many.jsonl', lines([...many, { id: 'many-good', elements: mdl() }]));
      const report = join(folder, 'report.csv');
      const { exit, out } = await expectNothingWritten(world(), () =>
        importing(path, '--dry-run', '--report', report),
      );
      expect(exit).toBe(1);
      expect(out.replaceAll('\u202f', ' ')).toContain('1 204 records would fail:');
      expect(out.replaceAll('\u202f', ' ')).toMatch(
        /1 100 {2}elements\/org\.iso\.18013\.5\.1\/portrait is missing/,
      );
      expect(readFileSync(report, 'utf8').match(/,error,/g)).toHaveLength(1204);
    },
    SLOW,
  );

  it('a dry run of a valid file says that it is valid, and what it would change', async () => {
    await importing(file('dry.json', JSON.stringify({ id: 'dry', elements: mdl() })));
    const changed = file('dry.json', JSON.stringify({ id: 'dry', elements: mdl({ height: 181 }) }));
    const { exit, out } = await expectNothingWritten(world(), () => importing(changed, '--dry-run'));
    expect({ exit, out }).toMatchObject({
      exit: 0,
      out: expect.stringContaining('0 new, 1 changed, 0 the same'),
    });
    const json = await importing(changed, '--dry-run', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ records: 1, updated: 1, refused: 0, causes: [] });
  });

  it('missing elements are never filled in (A2)', async () => {
    await importing(file('few.json', JSON.stringify({ id: 'few', elements: mdl() })));
    const record = rows(world(), "select record from holder where holder_id = 'few'")[0]?.record as Buffer;
    expect(record.includes('resident_address')).toBe(false);
  });
});

describe('A changed record in an import', () => {
  it('the import shows which elements changed, never their values', async () => {
    const path = (replaced: object) =>
      file('diff.json', JSON.stringify({ id: 'diff', elements: mdl(replaced as never) }));
    await importing(path({}));
    const { out } = await importing(path({ resident_city: 'Springfield', given_name: 'Max' }));
    expect(out.replace(/\n +/g, ' ')).toContain(`${MDL_NAMESPACE}/given_name ${MDL_NAMESPACE}/resident_city`);
    expect(out).not.toContain('Springfield');
    expect((await importing(path({ resident_city: 'Springfield', given_name: 'Max' }))).out).toContain(
      'unchanged',
    );
  });
});

describe('An import that was interrupted', () => {
  const COUNT = 450;
  const records = Array.from({ length: COUNT }, (_, n) => ({ id: `resume-${n}`, elements: mdl() }));

  /** Runs the work while the second import request fails, as if the server had stopped. */
  /** Nothing listens on the port. */
  const NOBODY = new URL('http://127.0.0.1:9');

  async function withoutSecondImport<T>(work: () => Promise<T>): Promise<T> {
    const http = process.getBuiltinModule('node:http');
    const { request } = http;
    let imports = 0;
    const spy = vi.spyOn(http, 'request').mockImplementation(((target: URL, options: RequestOptions) => {
      if (target.pathname.endsWith('holders:import')) imports += 1;
      return request(imports === 2 ? NOBODY : target, options);
    }) as typeof request);
    try {
      return await work();
    } finally {
      spy.mockRestore();
    }
  }

  it(
    'the import continues after the part that was stored, only if the file is unchanged',
    async () => {
      const path = file('resume.jsonl', lines(records));
      const bookmark = `${path}.import-progress`;
      expect(await withoutSecondImport(() => importing(path))).toMatchObject({ exit: 3 });
      expect(idsLike('resume-')).toHaveLength(100);
      const { exit, err, out } = await importing(path);
      expect({ exit, err }).toMatchObject({
        exit: 0,
        err: expect.stringContaining('100 records were imported before'),
      });
      expect(out).toContain('350 records: 350 new');
      expect(idsLike('resume-')).toHaveLength(COUNT);
      expect(existsSync(bookmark)).toBe(false);
      writeFileSync(bookmark, JSON.stringify({ sha256: 'of another content', done: 100 }));
      expect((await importing(path)).out).toContain(`${COUNT} records: 0 new, 0 changed, ${COUNT} the same`);
    },
    SLOW,
  );

  it('the import also works if the progress cannot be kept, as on a read-only disk', async () => {
    const path = file('unkept.jsonl', lines([{ id: 'unkept-1', elements: mdl() }]));
    mkdirSync(`${path}.import-progress.new`);
    const { exit, err } = await importing(path);
    expect({ exit, err }).toEqual({
      exit: 0,
      err: expect.stringContaining('the progress cannot be kept (EISDIR)'),
    });
    expect(idsLike('unkept-')).toHaveLength(1);
  });

  it.each([
    ['of another server, or from before a restore', 2],
    ['beyond the end of the file', 99],
  ])('the import ignores a progress file that is %s', async (_, done) => {
    const few = Array.from({ length: 3 }, (_, n) => ({ id: `elsewhere-${done}-${n}`, elements: mdl() }));
    const path = file(`elsewhere-${done}.jsonl`, lines(few));
    const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
    writeFileSync(`${path}.import-progress`, JSON.stringify({ sha256, done }));
    const { err } = await importing(path);
    expect(err).not.toContain('imported before');
    expect(idsLike(`elsewhere-${done}-`)).toHaveLength(3);
  });
});
