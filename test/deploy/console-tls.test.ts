import { spawnSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { send } from '../support/tls.ts';
import { startServing } from '../support/world.ts';

const COMPOSE = new URL('../../deploy/container/compose.yaml', import.meta.url);

it('a server with the certificate that the job of Compose makes serves the console by its name', async () => {
  const folder = temporaryFolder('console-tls');
  mkdirSync(join(folder, 'console-tls'));
  const text = readFileSync(COMPOSE, 'utf8').replaceAll(/\$\{CONSOLE:-[^}]*\}/g, 'console.free.example');
  const { command } = parse(text, { merge: true }).services['console-certificate'];
  const run = () =>
    spawnSync('sh', ['-c', command[0].replaceAll('/console-tls', join(folder, 'console-tls'))]).status;
  expect(run()).toBe(0);
  const [certificate, key] = ['crt', 'key'].map((kind) => join(folder, 'console-tls', `console.${kind}`)) as [
    string,
    string,
  ];
  const made = readFileSync(certificate, 'utf8');
  expect(statSync(key).mode & 0o077).toBe(0);
  // It stays, unless it ends within 30 days.
  expect([run(), readFileSync(certificate, 'utf8')]).toEqual([0, made]);
  const short = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-subj'];
  const { status } = spawnSync('openssl', [
    ...short,
    '/CN=old',
    '-days',
    '29',
    '-keyout',
    key,
    '-out',
    certificate,
  ]);
  expect([status, run()]).toEqual([0, 0]);
  const renewed = readFileSync(certificate, 'utf8');
  expect(new X509Certificate(renewed).checkHost('console.free.example')).toBeDefined();

  const serving = await startServing({
    startAt: Date.now(),
    settings: {
      adminHost: '0.0.0.0',
      'adminTls.certificate': certificate,
      'adminTls.key': key,
      'console.enabled': true,
      'console.names': ['console.free.example'],
    },
  });
  try {
    const { port } = new URL(serving.server.adminUrl);
    const page = (host: string) =>
      send(`https://127.0.0.1:${port}/console/`, {
        method: 'GET',
        headers: { host },
        ca: renewed,
        servername: 'console.free.example',
      });
    expect((await page(`console.free.example:${port}`)).status).toBe(200);
    expect((await page(`other.example:${port}`)).status).toBe(421);
  } finally {
    await serving.close();
  }
});
