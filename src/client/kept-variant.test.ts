import { expect, it } from 'vitest';
import { keptVariant } from './kept-variant.ts';

const [a, b] = [{ experimentVariant: 'VARIANT_A' }, { experimentVariant: 'VARIANT_B' }] as const;
const before = { mediationGroupLines: { '1': a, '2': b } };
const method = 'admob.accounts.mediationGroups.mediationAbExperiments.stop';

it('The stop of an experiment kept the variant whose lines the group still has', () => {
  const left = (id: string) => ({ mediationGroupLines: { [id]: {} } });
  expect(keptVariant({ method, before, after: left('1') })).toBe('VARIANT_A');
  expect(keptVariant({ method, before, after: left('2') })).toBe('VARIANT_B');
});

it('Another change kept no variant', () => {
  const patch = 'admob.accounts.mediationGroups.patch';
  expect(keptVariant({ method: patch, before, after: before })).toBeUndefined();
});
