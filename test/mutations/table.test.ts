import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { MUTATIONS } from './table.ts';

const source = (file: string) => readFileSync(new URL(`../../src/${file}`, import.meta.url), 'utf8');

it.each(MUTATIONS)('the text that a mutation of $file replaces occurs in it once: $breaks', (mutation) => {
  expect(source(mutation.file).split(mutation.replace)).toHaveLength(2);
});
