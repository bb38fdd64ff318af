import { existsSync, globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { LONGEST, RANDOM } from '../suites.ts';

const cwd = fileURLToPath(new URL('../..', import.meta.url));

it.each(LONGEST)('a suite with which a run begins exists: %s', (path) => {
  expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
});

it('each suite of npm test whose number of random cases TEST_RUNS sets has more of them before a release', () => {
  const drawing = globSync('{src,test}/**/*.test.ts', {
    cwd,
    exclude: ['**/*.{long,release}.test.ts'],
  }).filter((path) => /^import .*\/runs\.ts';$/m.test(readFileSync(`${cwd}${path}`, 'utf8')));
  const random = new Set(globSync(RANDOM, { cwd }));
  expect(drawing.filter((path) => !random.has(path))).toEqual([]);
});
