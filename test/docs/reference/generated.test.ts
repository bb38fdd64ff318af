import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED, GENERATED_FILES, withGenerated } from './generated.ts';

describe.each(Object.entries(GENERATED))('%s', (file, parts) => {
  it.each(Object.entries(parts))(
    'the page has the %s as it is in the code (npm run docs)',
    (marker, make) => {
      const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
      expect(withGenerated(text, marker, make())).toBe(text);
    },
  );
});

describe('Generated files of the documentation', () => {
  it.each(Object.entries(GENERATED_FILES))(
    'the file %s is as the code generates it (npm run docs)',
    (file, make) => {
      expect(readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8')).toBe(make());
    },
  );
});
