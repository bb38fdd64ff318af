import { expect, it } from 'vitest';
import { countGroups, openFilled } from '../../bench/mediation/store.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

it('the benchmark counts all groups that it made, whatever their size', async () => {
  const { store, close } = await openFilled(temporaryFolder('count-groups'), { groups: 400, lines: 150 });
  try {
    expect(await countGroups(store)).toBe(400);
  } finally {
    await close();
  }
});
