import { expect, it } from 'vitest';
import { exchange } from '../console/support/console-http.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

const get = async (path: string, host: string) =>
  (await exchange(world().server.adminUrl, path, { headers: { host } })).status;

it.each(['/metrics', '/readyz'])(
  'a page whose name was rebound to this machine cannot read %s',
  async (path) => {
    const { port } = new URL(world().server.adminUrl);
    for (const host of [
      'evil.example',
      `evil.example:${port}`,
      `127.0.0.1.evil.example:${port}`,
      '2130706433',
    ])
      expect([host, await get(path, host)]).toEqual([host, 421]);
  },
);

it.each(['/metrics', '/readyz'])('monitoring reads %s by any address of the machine', async (path) => {
  const { port } = new URL(world().server.adminUrl);
  for (const host of [
    `127.0.0.1:${port}`,
    `localhost:${port}`,
    `10.1.2.3:${port}`,
    '10.1.2.3',
    `[fd00::1]:${port}`,
  ])
    expect(await get(path, host)).toBe(200);
});
