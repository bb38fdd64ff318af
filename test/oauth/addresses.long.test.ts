import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { startProcess } from '../support/server-process.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';

it(
  'diptych serve names the addresses of all its interfaces, and they answer',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-addresses-'));
    const server = await startProcess(folder);
    try {
      const lines = server.output.split('\n').filter((line) => !line.startsWith('{') && line !== '');
      const addresses = new Map(lines.map((line) => line.split(/ {2,}/) as [string, string]));
      const { url, connection } = server;
      expect(Object.fromEntries(addresses)).toEqual({
        'issuer panel': `${url}/v1/vdc/`,
        'mediation panel': `${url}/v1beta/`,
        'discovery document': `${url}/$discovery/rest?version=v1beta`,
        'OAuth sign-in': `${url}/oauth/auth`,
        admin: `${connection.url}/admin/v1/`,
        "operators' console": `${connection.url}/console/`,
        'mediation console': `${url}/console/`,
      });
      const discovery = await fetch(addresses.get('discovery document') ?? '');
      expect(discovery.status).toBe(200);
      expect(await discovery.json()).toMatchObject({ rootUrl: `${url}/`, batchPath: 'batch' });
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  HOOK_TIMEOUT,
);

it(
  'a server on all addresses of the machine names one that a browser can open',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'diptych-addresses-'));
    const everywhere = { DIPTYCH_SANDBOX_NETWORK: 'true', DIPTYCH_HOST: '0.0.0.0', DIPTYCH_ADMIN_HOST: '::' };
    const server = await startProcess(folder, everywhere);
    try {
      const hosts = [...server.output.matchAll(/^\S.* {2,}http:\/\/([^/]+):\d+\//gm)].map(([, host]) => host);
      expect(hosts).toEqual(Array.from({ length: 7 }, () => 'localhost'));
      for (const [, address = ''] of server.output.matchAll(/^.* console +(\S+)$/gm))
        expect((await fetch(address)).status).toBe(200);
    } finally {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  },
  HOOK_TIMEOUT,
);
