import { afterAll, expect, it } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { setStage } from '../../src/demo/narrator.ts';
import { TEST_EFFECTS } from '../support/effects.ts';

const stage = await setStage({ effects: TEST_EFFECTS, daysBehind: 5 });
afterAll(() => stage.close());

it('days that pass in a moment leave no clock in doubt and no purge late', async () => {
  const { store, clock, purge } = stage.server.context;
  // A sweep of the server, as long ago as the story begins.
  await store.write((writer) => writer.saveBelievedTime({ believedAt: clock() }));
  await purge();
  while (stage.daysBehind() > 0) await stage.passDay();
  const now = stage.effects.clock();
  const { believed, purges } = await store.read(async (reader) => ({
    believed: await reader.believedTime(),
    purges: await reader.purgeStates(),
  }));
  expect(now - believed!.believedAt).toBeLessThan(60_000);
  expect(purges.filter(({ dueAt }) => dueAt < now)).toEqual([]);
  const { findings } = await callAdmin(stage.operator, 'getFindings', {});
  expect(findings.filter(({ check, level }) => check === 'retention' && level !== 'ok')).toEqual([]);
});
