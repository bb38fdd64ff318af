import { expect, it } from 'vitest';
import { restoring } from './restore.ts';

const line = (id: string, cpmMicros: string) => ({
  id,
  displayName: id,
  adSourceId: '7',
  cpmMode: 'MANUAL' as const,
  cpmMicros,
  state: 'ENABLED' as const,
});

it('Restoring a group changes prices back, brings removed lines back as new ones, and removes later ones', () => {
  const earlier = { mediationGroupLines: { 1: line('1', '2000000'), 2: line('2', '1000000') } };
  const current = { mediationGroupLines: { 1: line('1', '3000000'), 3: line('3', '500000') } };
  const { updateMask, body } = restoring(current, earlier);
  expect(updateMask).toEqual([
    'mediationGroupLines["1"].cpmMicros',
    'mediationGroupLines["3"].state',
    'mediationGroupLines["-1"]',
  ]);
  expect(body.mediationGroupLines).toMatchObject({
    1: { cpmMicros: '2000000' },
    3: { state: 'REMOVED' },
    '-1': { displayName: '2', cpmMicros: '1000000' },
  });
  expect(restoring(current, current).updateMask).toEqual([]);
});
