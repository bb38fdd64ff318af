import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf } from './text-file.ts';

const folder = mkdtempSync(join(tmpdir(), 'diptych-lines-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function readLines(text: string, longest: number) {
  const path = join(folder, 'lines');
  writeFileSync(path, text);
  const lines: (readonly [number, string | undefined])[] = [];
  for await (const { number, bytes } of linesOf(path, longest)) lines.push([number, bytes?.toString()]);
  return lines;
}

describe('Reading the lines of a file', () => {
  it.each(['', '\n', 'a', 'a\n', 'a\n\nb', '\r\n\u2028\n'])('the lines are read from %j', async (text) => {
    const lines = text.split('\n');
    const expected = lines.at(-1) === '' ? lines.slice(0, -1) : lines;
    expect(await readLines(text, 10)).toEqual(expected.map((line, index) => [index + 1, line]));
  });

  it('a line is read completely even if it is split between two chunks', async () => {
    const lines = ['x'.repeat(65_535), 'é'.repeat(100_000), '', 'y'.repeat(65_536), 'z'];
    expect(await readLines(lines.join('\n'), 300_000)).toEqual(lines.map((line, index) => [index + 1, line]));
  });

  it('lines that are too long are reported without being quoted', async () => {
    expect(await readLines(`1234\n12345\n${'x'.repeat(200_000)}\nend`, 4)).toEqual([
      [1, '1234'],
      [2, undefined],
      [3, undefined],
      [4, 'end'],
    ]);
  });
});
