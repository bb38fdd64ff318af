import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Page } from '../ports/store.ts';
import { readPages } from './read-pages.ts';

afterEach(() => void vi.restoreAllMocks());

/** A list with so many rows, which answers at once, as a database in this process does. */
const listOf =
  (count: number) =>
  async ({ size, after = '0' }: Page) => {
    const first = Number(after);
    const rows = Array.from({ length: Math.min(size, count - first) }, (_, index) => first + index);
    return { rows, ...(first + size < count && { next: String(first + size) }) };
  };

const same = (rows: readonly number[]) => rows;

describe('Reading all pages of a list', () => {
  it('keeps what is made of each row, up to the limit', async () => {
    expect(await readPages(listOf(250), 250, (rows) => rows.map((row) => row * 2))).toEqual(
      Array.from({ length: 250 }, (_, index) => index * 2),
    );
    expect(await readPages(listOf(250), 249, same)).toBeUndefined();
    expect(await readPages(listOf(0), 0, same)).toEqual([]);
  });

  it('gives other requests a turn after each page that takes long', async () => {
    let now = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => now);
    const turns: number[] = [];
    let pages = 0;
    const list = async (page: Page) => {
      pages += 1;
      now += 5;
      setImmediate(() => turns.push(pages));
      return listOf(300)(page);
    };
    await readPages(list, 300, same);
    expect(turns).toEqual([1, 2, 3]);
  });
});
