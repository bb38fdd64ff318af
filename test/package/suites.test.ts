import { existsSync } from 'node:fs';
import { expect, it } from 'vitest';
import { LONGEST } from '../suites.ts';

it.each(LONGEST)('a suite with which a run begins exists: %s', (path) => {
  expect(existsSync(new URL(`../../${path}`, import.meta.url))).toBe(true);
});
