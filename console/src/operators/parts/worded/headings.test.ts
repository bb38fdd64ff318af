import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { ALL_WORDS } from '../../../../../src/admin/contract/all-words.ts';

const ROOT = new URL('../../', import.meta.url).pathname;

const columnsOf = (method: string): readonly string[] =>
  ALL_WORDS.flatMap(({ methods }) =>
    Object.entries(methods).flatMap(([name, words]) =>
      name === method && 'columns' in words ? (words.columns ?? []).map(([key]) => key as string) : [],
    ),
  );

/** Where details take their labels from the columns of a list: the file, the lists, and the member. */
const USES = globSync('**/*.tsx', { cwd: ROOT }).flatMap((path) => {
  const text = readFileSync(`${ROOT}${path}`, 'utf8');
  const made = [...text.matchAll(/const (\w+) = useHeading\('(\w+)'\)/g)];
  return [...Map.groupBy(made, ([, name = '']) => name)].flatMap(([name, all]) => {
    const lists = all.map(([, , list = '']) => list);
    const keys = [...text.matchAll(new RegExp(`\\b${name}\\('(\\w+)'\\)`, 'g'))];
    return keys.map(([, key = '']) => [path, key, lists] as const);
  });
});

it.each(USES)('%s: %s is a column of the list', (_, key, lists) => {
  expect(lists.flatMap(columnsOf)).toContain(key);
});

it('details of most resources take their labels from lists', () => {
  expect(new Set(USES.flatMap(([, , lists]) => lists)).size).toBeGreaterThanOrEqual(7);
});
