import { expect, it } from 'vitest';
import { readDevices } from './read-devices.ts';

it('devices are read a few at a time, each once, and those that cannot be read are left out', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `d-${index % 10}`);
  let running = 0;
  let most = 0;
  const asked: string[] = [];
  const devices = await readDevices(ids, async (id) => {
    asked.push(id);
    running += 1;
    most = Math.max(most, running);
    await new Promise(setImmediate);
    running -= 1;
    if (id === 'd-3') throw new Error('not found');
    return { id };
  });
  expect(most).toBe(4);
  expect(asked).toHaveLength(10);
  expect(devices.map(({ id }) => id)).toEqual(ids.slice(0, 10).filter((id) => id !== 'd-3'));
});
