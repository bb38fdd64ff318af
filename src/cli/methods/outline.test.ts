import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { OUTLINES } from './outline.ts';

const ROOT = new URL('../../../', import.meta.url);

it.each(Object.entries(OUTLINES))(
  '%s agrees with the contracts and commands; npm run docs makes it',
  async (file, make) => {
    expect(readFileSync(new URL(file, ROOT), 'utf8')).toBe(await make());
  },
);
