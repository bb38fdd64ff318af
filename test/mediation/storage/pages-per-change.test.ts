import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { totalOf } from '../../../bench/mediation/page-parts.ts';
import { countPages, mean, median } from '../../../bench/mediation/pages.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-pages-'));
let pages: { readonly create: readonly number[]; readonly patch: readonly number[] };

beforeAll(async () => {
  const { create, patch } = await countPages(folder, 100, 100);
  pages = { create: create.map(totalOf), patch: patch.map(totalOf) };
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Splits of pages vary with the ids, which are random; the bounds leave a page for that. */
describe('The pages that a change of a group of 5 lines and 3 ad units writes to the log of SQLite', () => {
  it('creating a group writes about 10 pages', () => {
    expect(median(pages.create)).toBeLessThanOrEqual(11);
  });

  it('with the index work that one of many groups does for all, it is at most 19 on average', () => {
    expect(mean(pages.create)).toBeLessThanOrEqual(19);
  });

  it('changing the state of a line writes at most 7 pages', () => {
    expect(median(pages.patch)).toBeLessThanOrEqual(7);
  });
});
