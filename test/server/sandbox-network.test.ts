import { expect, it } from 'vitest';
import { startServing } from '../support/world.ts';

it('a sandbox with sandboxNetwork serves on all addresses, and its log warns of that', async () => {
  const open = { host: '0.0.0.0', adminHost: '0.0.0.0' };
  await expect(startServing({ settings: open })).rejects.toThrow('adminHost');
  const { log, server, close } = await startServing({ settings: { ...open, sandboxNetwork: true } });
  const { port } = new URL(server.adminUrl);
  expect((await fetch(`http://127.0.0.2:${port}/readyz`)).status).toBe(200);
  expect(log.filter((line) => line.includes('"level":40')).join()).toContain('sandboxNetwork');
  await close();
});
