import { spawn, spawnSync } from 'node:child_process';
import { connect } from 'node:net';
import { describe, expect, it } from 'vitest';
import { type Identity, newIdentity, writeTls } from '../../support/tls.ts';
import { body, OPERATION, startScene, useScene } from './support.ts';

const has = (tool: string, option: string) => spawnSync(tool, [option]).status === 0;

interface Ended {
  readonly status: number | null;
  readonly output: string;
}

function run(tool: string, args: readonly string[]): Promise<Ended> {
  const child = spawn(tool, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => {
      output += String(chunk);
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject).on('close', (status) => resolve({ status, output }));
  });
}

const addressOf = (url: string) => new URL(url).host;

const openssl = (url: string, ...args: readonly string[]) =>
  run('openssl', ['s_client', '-connect', addressOf(url), ...args]);

/** Makes the OpenSSL client offer weak cipher suites too. */
const ANY_STRENGTH = '@SECLEVEL=0';

/** All cipher suites that the OpenSSL client can offer, including NULL and anonymous ones. */
function offeredSuites(): readonly string[] {
  const args = ['ciphers', '-s', '-tls1_2', `ALL:COMPLEMENTOFALL:${ANY_STRENGTH}`];
  return spawnSync('openssl', args, { encoding: 'utf8' }).stdout.trim().split(':');
}

/** All suites that the server accepts: offers the remaining suites until the server refuses them all. */
async function acceptedOf(url: string, suites: readonly string[]): Promise<readonly string[]> {
  const left = new Set(suites);
  const accepted: string[] = [];
  for (;;) {
    const offered = `${[...left].join(':')}:${ANY_STRENGTH}`;
    const { status, output } = await openssl(url, '-tls1_2', '-cipher', offered);
    if (status !== 0) return accepted.sort();
    const taken = /Cipher is (\S+)/.exec(output)?.[1] ?? '';
    expect(left.delete(taken), taken).toBe(true);
    accepted.push(taken);
  }
}

describe.skipIf(!has('openssl', 'version')).each([
  ['ec', 'ECDSA'],
  ['rsa', 'RSA'],
] as const)('U1: TLS as OpenSSL sees it, with a certificate on an %s key', (kind, name) => {
  const scene = useScene(async () => {
    const { pin } = await newIdentity();
    return startScene(() => ({ 'issuer.callers.pins': [pin] }), await newIdentity({ kind }));
  });

  it('TLS 1.2 offers only suites with ECDHE and AEAD, none of them NULL or anonymous', async () => {
    const suites = offeredSuites();
    expect(suites.filter((suite) => /NULL/.test(suite)).length).toBeGreaterThan(0);
    expect(suites.filter((suite) => /^(ADH|AECDH)/.test(suite)).length).toBeGreaterThan(0);
    const accepted = await acceptedOf(scene().serving.server.issuerUrl, suites);
    expect(accepted).toEqual([
      `ECDHE-${name}-AES128-GCM-SHA256`,
      `ECDHE-${name}-AES256-GCM-SHA384`,
      `ECDHE-${name}-CHACHA20-POLY1305`,
    ]);
  }, 120_000);
});

describe.skipIf(!has('openssl', 'version'))('U1: TLS as OpenSSL sees it, with any key', () => {
  const scene = useScene(async () => {
    const { pin } = await newIdentity();
    return startScene(() => ({ 'issuer.callers.pins': [pin] }), await newIdentity());
  });

  it.each(['-tls1', '-tls1_1'])(
    'versions before TLS 1.2 are refused: openssl s_client %s',
    async (version) => {
      const { server } = scene().serving;
      for (const url of [server.issuerUrl, server.url, server.adminUrl]) {
        expect((await openssl(url, version, '-cipher', `ALL:${ANY_STRENGTH}`)).status).toBe(1);
      }
    },
  );

  it('all three cipher suites of TLS 1.3 are accepted', async () => {
    const { issuerUrl } = scene().serving.server;
    for (const suite of ['TLS_AES_128_GCM_SHA256', 'TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256'])
      expect((await openssl(issuerUrl, '-tls1_3', '-ciphersuites', suite)).status, suite).toBe(0);
    expect((await openssl(issuerUrl, '-tls1_3', '-ciphersuites', 'TLS_AES_128_CCM_SHA256')).status).toBe(1);
  });

  it('HTTP/1.1 is negotiated by ALPN', async () => {
    const { output } = await openssl(scene().serving.server.issuerUrl, '-alpn', 'h2,http/1.1');
    expect(output).toContain('ALPN protocol: http/1.1');
  });

  it('only the listener of the issuer panel requests a client certificate', async () => {
    const { server } = scene().serving;
    const isAsked = async (url: string) =>
      /Requested Signature Algorithms/.test((await openssl(url, '-tls1_2')).output);
    expect(await isAsked(server.issuerUrl)).toBe(true);
    expect([await isAsked(server.url), await isAsked(server.adminUrl)]).toEqual([false, false]);
  });
});

describe('U1: bytes that are no TLS handshake, and requests without a certificate', () => {
  const scene = useScene(() => startScene(() => ({})));

  it('bytes that are no TLS handshake get no answer, and the server keeps running', async () => {
    const { hostname, port } = new URL(scene().serving.server.issuerUrl);
    const socket = connect(Number(port), hostname);
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk.toString('latin1');
    });
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => {});
    socket.write('POST /v1/vdc/getIdentityKey HTTP/1.1\r\nHost: x\r\n\r\n');
    await closed;
    expect(answer).not.toContain('HTTP');
    expect((await scene().call()).status).toBe(200);
  });
});

describe.skipIf(!has('curl', '--version'))('U1: curl as the client of a wallet platform', () => {
  let client: Identity;
  let files: ReturnType<typeof writeTls>;
  const scene = useScene(async () => {
    client = await newIdentity({ name: 'platform' });
    return startScene((folder) => {
      files = writeTls(folder, client, 'client');
      return { 'issuer.callers.pins': [client.pin] };
    });
  });
  const curl = (...args: readonly string[]) =>
    run('curl', [
      ...[
        '--silent',
        '--show-error',
        '--write-out',
        ' %{http_code}',
        '--cacert',
        `${scene().folder}/tls.crt`,
      ],
      ...['-X', 'POST', '-H', 'Content-Type: application/json', '--data', body(), '--tlsv1.2', ...args],
      `${scene().serving.server.issuerUrl}${OPERATION}`,
    ]);

  it('a caller with the pinned certificate and its key is answered', async () => {
    const { status, output } = await curl('--key', files.key, '--cert', files.certificate);
    expect(status).toBe(0);
    expect(output).toMatch(/"nonce":.* 200$/);
  });

  it('a caller without a certificate is told why it is refused', async () => {
    const { status, output } = await curl();
    expect(status).toBe(0);
    expect(output).toMatch(/"permissionDenied":\{\}.* 403$/);
  });
});
