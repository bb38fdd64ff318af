import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../../support/database.ts';
import { MDL_NAMESPACE, mdl } from '../../support/records.ts';
import { recordOf } from '../../support/stored-holders.ts';
import { useWorld } from '../../support/use-world.ts';
import { lines, useImports } from './support/importing.ts';

const world = useWorld();
const { folder, file, importing, idsLike } = useImports(world);

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

  it('a dry run checks the whole file, and reports how many records fail and why', async () => {
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
  });

  it('a dry run of a valid file says that it is valid, and what it would change', async () => {
    await importing(file('dry.json', JSON.stringify({ id: 'dry', elements: mdl() })));
    const changed = file('dry.json', JSON.stringify({ id: 'dry', elements: mdl({ height: 181 }) }));
    const { exit, out } = await importing(changed, '--dry-run');
    expect({ exit, out }).toMatchObject({
      exit: 0,
      out: expect.stringContaining('0 new, 1 changed, 0 the same'),
    });
    const json = await importing(changed, '--dry-run', '--json');
    expect(JSON.parse(json.out)).toMatchObject({ records: 1, updated: 1, refused: 0, causes: [] });
  });

  it('missing elements are never filled in (A2)', async () => {
    await importing(file('few.json', JSON.stringify({ id: 'few', elements: mdl() })));
    const record = await recordOf(world(), 'few');
    expect(record.includes('family_name')).toBe(true);
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
