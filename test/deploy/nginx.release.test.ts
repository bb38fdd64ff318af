import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { readGuide } from '../docs/support/guide.ts';
import { aptInstall, say } from '../support/apt.ts';
import { freePort } from '../support/free-port.ts';
import { exitOf, type ServerProcess, startProcess } from '../support/server-process.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Identity, newIdentity, type SendOptions, send, writeTls } from '../support/tls.ts';

const MODULE = '/usr/lib/nginx/modules/ngx_http_js_module.so';
if (!existsSync(MODULE)) aptInstall('libnginx-mod-http-js', 'nginx for the test of its configuration');
const isMissing = !existsSync(MODULE);
if (isMissing) say('SKIPPED, behind nginx: nginx is missing (apt-get install libnginx-mod-http-js)');

const { files } = readGuide(new URL('../../docs/operate/nginx.md', import.meta.url));
const folder = temporaryFolder('nginx');
let [platform, port, server, nginx]: [Identity?, number?, ServerProcess?, ChildProcess?] = [];

/** A file of the page on the ports and in the folder of the test; the client of the test is in the network of the operators. */
function fileOf(wanted: string, changes: Readonly<Record<string, string>>): string {
  const { text = '' } = files.find(({ name }) => name === wanted) ?? {};
  return Object.entries(changes).reduce((changed, [from, to]) => {
    expect(changed).toContain(from);
    return changed.replaceAll(from, to);
  }, text);
}

const portOf = (what: string) =>
  new RegExp(`^${what} +http://[^:]+:(\\d+)/`, 'm').exec(server?.output ?? '')?.[1] ?? '';

/** What a client gets from one of the names, as if on port 443. */
const ask = (name: string, path: string, { headers, ...options }: SendOptions = {}) =>
  send(`https://127.0.0.1:${port}${path}`, {
    method: 'GET',
    headers: { host: name, ...headers },
    servername: name,
    ...options,
  });

const getIdentityKey = (options: SendOptions) =>
  ask('issuer.free.example', '/v1/vdc/getIdentityKey', {
    method: 'POST',
    body: JSON.stringify({
      requestMetadata: {
        requestId: '1',
        version: { major: 1, minor: 0 },
        issuerId: 'Free_US_MDL',
      },
    }),
    ...options,
  });

describe.skipIf(isMissing)('A server behind nginx, with both files of docs/operate/nginx.md', () => {
  beforeAll(async () => {
    platform = await newIdentity();
    port = await freePort();
    const issuerPort = String(await freePort());
    const settings = { '"…"': JSON.stringify(platform.pin), '8082': issuerPort };
    writeFileSync(join(folder, 'diptych.yaml'), fileOf('diptych.yaml', settings));
    writeFileSync(join(folder, 'status.json'), '{"entries": {}}');
    server = await startProcess(join(folder, 'data'), { DIPTYCH_CONFIG: join(folder, 'diptych.yaml') });

    const { certificate, key } = writeTls(folder, await newIdentity({ name: 'free.example' }), 'server');
    const conf = fileOf('diptych.conf', {
      '8080': portOf('mediation panel'),
      '8081': portOf('admin'),
      '8082': issuerPort,
      'listen 443': `listen 127.0.0.1:${port}`,
      '10.0.0.0/8': '127.0.0.0/8',
      '/etc/nginx/tls/server.crt': certificate,
      '/etc/nginx/tls/server.key': key,
      '/etc/nginx/': folder,
    });
    const places = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
    const temporary = places.map((name) => `${name}_temp_path ${folder}/${name};`).join(' ');
    const main = `load_module ${MODULE}; daemon off; master_process off; pid ${folder}/nginx.pid; events {}
      http { access_log off; ${temporary}\n${conf}\n}`;
    writeFileSync(join(folder, 'nginx.conf'), main);
    writeFileSync(join(folder, 'client-cert.js'), fileOf('client-cert.js', {}));
    nginx = spawn('nginx', ['-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')], {
      stdio: 'inherit',
    });
    await vi.waitFor(() => ask('ads.free.example', '/readyz'), { timeout: 60_000 });
  });

  afterAll(async () => {
    nginx?.kill();
    await Promise.all([nginx && exitOf(nginx), server?.stop()]);
  });

  it('the wallet platform is admitted by its certificate, and only by it', async () => {
    const answer = await getIdentityKey({ identity: platform! });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    expect((await getIdentityKey({ identity: await newIdentity() })).status).toBe(403);
    expect((await getIdentityKey({})).status).toBe(403);
  });

  it('a client cannot send the certificate of the platform in the header', async () => {
    const headers = { host: 'issuer.free.example', 'client-cert': platform!.header };
    expect((await getIdentityKey({ headers })).status).toBe(403);
    expect((await getIdentityKey({ headers, identity: await newIdentity() })).status).toBe(403);
  });

  it('each name serves its own part', async () => {
    const paths = ['/readyz', '/.well-known/openid-configuration', '/console/', '/admin/v1/users'];
    const statuses = async (name: string) =>
      Promise.all(paths.map(async (path) => (await ask(name, path)).status));
    expect(await statuses('issuer.free.example')).toEqual([200, 404, 404, 404]);
    expect(await statuses('ads.free.example')).toEqual([200, 200, 200, 404]);
    expect(await statuses('console.free.example')).toEqual([200, 404, 200, 401]);
  });

  it('the administration refuses other names', async () => {
    const headers = { host: 'other.example' };
    expect((await ask('console.free.example', '/console/', { headers })).status).toBe(421);
  });
});
