import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { operationsFile } from '../../scripts/operations.ts';
import { PANELS } from '../conventions/panel.ts';
import { METHOD_NAMES, methodNamed, methodsOf } from './contract/index.ts';
import type { OperationDeps } from './operation/deps.ts';
import * as OPERATIONS from './operations.ts';

it('operations.ts lists the operations that the folders export; npm run docs makes it', () => {
  expect(readFileSync(new URL('operations.ts', import.meta.url), 'utf8')).toBe(operationsFile());
});

it.each(METHOD_NAMES)('the operation %s has the contract of its name', (name) => {
  expect({ ...OPERATIONS }[name].contract).toBe(methodNamed(name));
});

it.each(PANELS)('with the %s panel alone, every method that is there has what it needs', (panel) => {
  const some = {};
  const deps = {
    ...{ log: some, accounts: some, configuration: some, policy: some, console: some, panels: [panel] },
    ...(panel === 'issuer' ? { issuer: some, keys: some } : { mediation: some, catalogue: some }),
  } as unknown as OperationDeps;
  const able = METHOD_NAMES.filter((name) => {
    try {
      return { ...OPERATIONS }[name].needs(deps) !== undefined;
    } catch {
      return false;
    }
  });
  expect(able).toEqual(expect.arrayContaining([...methodsOf([panel])]));
});
