import { globSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { nearOf } from './mutation.ts';
import { MUTATIONS } from './table.ts';

const source = (file: string) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');

/** The tests that `npm test` runs. */
const FAST = globSync('{src,test}/**/*.test.ts', { exclude: ['**/node_modules'] }).filter(
  (path) => !/\.(long|release)\.test\.ts$/.test(path),
);

it.each(MUTATIONS)('the text that a mutation of $file replaces occurs in it once: $breaks', (mutation) => {
  expect(source(mutation.file).split(mutation.replace)).toHaveLength(2);
});

it.each(MUTATIONS)('npm test has the tests that are likely to find it in $file: $breaks', (mutation) => {
  const without = nearOf(mutation).filter((near) => !FAST.some((path) => path.startsWith(near)));
  expect(without).toEqual([]);
});
