import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationsFile } from '../../scripts/operations.ts';
import { METHOD_NAMES, methodNamed } from './contract/index.ts';
import * as OPERATIONS from './operations.ts';

it('operations.ts lists the operations that the folders export; npm run docs makes it', () => {
  expect(readFileSync(new URL('operations.ts', import.meta.url), 'utf8')).toBe(operationsFile());
});

it.each(METHOD_NAMES)('the operation %s has the contract of its name', (name) => {
  expect({ ...OPERATIONS }[name].contract).toBe(methodNamed(name));
});
