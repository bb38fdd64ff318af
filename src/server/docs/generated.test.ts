import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { GENERATED, withGenerated } from './generated.ts';

describe.each(Object.entries(GENERATED))('%s', (file, parts) => {
  it.each(Object.entries(parts))('has the %s as the code has it (npm run docs)', (marker, make) => {
    const text = readFileSync(new URL(`../../../${file}`, import.meta.url), 'utf8');
    expect(withGenerated(text, marker, make())).toBe(text);
  });
});
