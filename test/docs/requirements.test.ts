import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const ROW = /^\| ([UIATNE]\d[^|]*) \|[^|]*\|(.*)\|$/;

interface Row {
  readonly id: string;
  readonly shown: string;
}

function rows(): readonly Row[] {
  const text = readFileSync(new URL('../../docs/reference/requirements.md', import.meta.url), 'utf8');
  return text.split('\n').flatMap((line) => {
    const [, id, shown] = ROW.exec(line) ?? [];
    return id === undefined || shown === undefined ? [] : [{ id: id.trim(), shown: shown.trim() }];
  });
}

describe('docs/reference/requirements.md', () => {
  it('docs/reference/requirements.md has every requirement once', () => {
    const ids = rows().flatMap(({ id }) => id.split(', '));
    expect(new Set(ids).size).toBe(ids.length);
    const counts = { U: 13, I: 8, A: 9, T: 5, N: 7, E: 10 };
    for (const [letter, count] of Object.entries(counts)) {
      expect(ids.filter((id) => id.startsWith(letter))).toHaveLength(count);
    }
  });

  it.each(rows().map(({ id, shown }) => [id, shown]))(
    'the requirement %s names existing tests, or says why there is none',
    (_, shown) => {
      const named = [...shown.matchAll(/`((?:test|src)\/[^`]+)`/g)].map(([, path]) => path as string);
      expect(
        named.length > 0 || /not built|not the server's|not in this interface|organisation/.test(shown),
      ).toBe(true);
      expect(named.filter((path) => !existsSync(new URL(`../../${path}`, import.meta.url)))).toEqual([]);
    },
  );
});
