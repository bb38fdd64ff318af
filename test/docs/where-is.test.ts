import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const file = (path: string) => new URL(`../../${path}`, import.meta.url);

const ROW = /^\| (…[^|]*\?) \| `([^`]+)` \| `([^`]+)` \|$/gm;

const ROWS = [...readFileSync(file('docs/where-is.md'), 'utf8').matchAll(ROW)].map(
  ([, question = '', path = '', name = '']) => ({ question, path, name }),
);

describe('docs/where-is.md', () => {
  it('docs/where-is.md answers at least twenty questions', () => {
    expect(ROWS.length).toBeGreaterThanOrEqual(20);
    expect(new Set(ROWS.map(({ question }) => question)).size).toBe(ROWS.length);
  });

  it.each(ROWS)('the path in the answer to $question, $path, has $name', ({ path, name }) => {
    expect(existsSync(file(path))).toBe(true);
    expect(readFileSync(file(path), 'utf8')).toContain(name);
  });
});
