import { writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { diptych } from '../support/cli.ts';
import { mdl } from '../support/records.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { type Identity, newIdentity, writeTls } from '../support/tls.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { type Serving, startServing } from '../support/world.ts';

const folder = temporaryFolder('mutual-tls');
const file = (name: string) => join(folder, name);

let serving: Serving;
let server: Identity;
let platform: { readonly certificate: string; readonly key: string };
let base = '';

beforeAll(async () => {
  server = await newIdentity();
  const own = await newIdentity({ name: 'platform' });
  const stranger = await newIdentity({ name: 'stranger' });
  platform = writeTls(folder, own, 'platform');
  writeTls(folder, stranger, 'stranger');
  const { certificate, key } = writeTls(folder, server, 'server');
  serving = await startServing({
    startAt: Date.now(),
    settings: {
      'issuer.port': 0,
      'issuer.tls.certificate': certificate,
      'issuer.tls.key': key,
      'issuer.callers.pins': [own.pin],
    },
  });
  base = serving.server.issuerUrl;
  writeFileSync(file('empty.pem'), '');
}, HOOK_TIMEOUT);
afterAll(() => serving?.close());
afterEach(() => vi.unstubAllEnvs());

const ca = () => ['--ca', file('server.crt')];
const certificate = () => ['--client-cert', platform.certificate, '--client-key', platform.key];

let phones = 0;
/** Runs `diptych wallet register` with a new phone. */
const register = (url: string, ...options: readonly string[]) => {
  phones += 1;
  return diptych('wallet', 'register', '--server', url, '--state', file(`phone-${phones}.json`), ...options);
};

describe('diptych wallet with mutual TLS', () => {
  it('goes through the life of a credential with certificate, key and CA as options', async () => {
    const state = ['--state', file('life.json'), ...certificate(), ...ca()];
    const connection = {
      url: serving.server.adminUrl,
      token: adminToken(serving.server.context.folder),
    };
    await callAdmin(connection, 'importHolders', { holders: [{ id: 'h-1', elements: mdl() }] });
    const { code } = await callAdmin(connection, 'issueCode', { holderId: 'h-1' });
    for (const args of [
      ['register', '--server', base],
      ['proof', '--code', code],
      ['provision'],
      ['refresh', '--count', '1'],
      ['status'],
      ['present', '--elements', 'family_name', '--out', file('response.cbor')],
      ['delete'],
    ])
      expect(await diptych('wallet', ...args, ...state), args[0]).toMatchObject({ exit: 0 });
  });

  it('takes them from the environment too', async () => {
    vi.stubEnv('DIPTYCH_CLIENT_CERT', platform.certificate);
    vi.stubEnv('DIPTYCH_CLIENT_KEY', platform.key);
    vi.stubEnv('DIPTYCH_CA', file('server.crt'));
    expect(await register(base)).toMatchObject({ exit: 0 });
  });

  it('takes them from a context, which refuses files that do not fit together', async () => {
    vi.stubEnv('DIPTYCH_SIGN_IN', file('contexts.json'));
    const contexts = { staging: { admin: { url: serving.server.adminUrl } } };
    writeFileSync(file('contexts.json'), JSON.stringify({ version: 1, contexts }), { mode: 0o600 });
    const set = (...options: readonly string[]) => diptych('contexts', 'tls', 'staging', ...options);
    expect(await set('--client-cert', platform.certificate)).toMatchObject({ exit: 2 });
    expect(await set(...certificate(), ...ca())).toMatchObject({ exit: 0 });
    expect(await register(base, '--context', 'staging')).toMatchObject({ exit: 0 });
    expect(await register(base, '--context', 'other')).toMatchObject({ exit: 2 });
    const { contexts: listed } = JSON.parse((await diptych('contexts', 'list', '--json')).out);
    expect(listed).toMatchObject([{ name: 'staging', tls: { ca: file('server.crt') } }]);
    expect(await set()).toMatchObject({ exit: 0 });
    expect(await register(base, '--context', 'staging')).toMatchObject({ exit: 3 });
  });

  it('is not admitted without the certificate, or with that of a stranger', async () => {
    const foreign = ['--client-cert', file('stranger.crt'), '--client-key', file('stranger.key')];
    for (const own of [[], foreign])
      expect(await register(base, ...ca(), ...own)).toMatchObject({
        exit: 1,
        err: expect.stringContaining('permissionDenied'),
      });
  });

  it('does not trust a server whose root is not named', async () => {
    expect(await register(base, ...certificate())).toMatchObject({
      exit: 3,
      err: expect.stringContaining('is not trusted'),
    });
  });

  it.each([
    ['a certificate without its key', ['--client-cert', 'platform.crt'], 'belong together'],
    ['a key without its certificate', ['--client-key', 'platform.key'], 'belong together'],
    [
      'the key of another certificate',
      ['--client-cert', 'platform.crt', '--client-key', 'server.key'],
      'is not the key of the certificate',
    ],
    [
      'no certificate',
      ['--client-cert', 'platform.key', '--client-key', 'platform.key'],
      'has no certificate in PEM',
    ],
    [
      'no key',
      ['--client-cert', 'platform.crt', '--client-key', 'platform.crt'],
      'has no private key in PEM',
    ],
    ['a file that is missing', ['--ca', 'missing.crt'], 'cannot be read'],
    ['a CA without a certificate', ['--ca', 'empty.pem'], '--ca: '],
  ])('refuses %s before anything is sent', async (_, options, text) => {
    const named = options.map((option) => (option.startsWith('--') ? option : file(option)));
    expect(await register('https://127.0.0.1:1', ...named)).toMatchObject({
      exit: 2,
      err: expect.stringContaining(text),
    });
  });
});

describe('A server or proxy that ends the handshake without a certificate', () => {
  let strict: Server;
  beforeAll(async () => {
    strict = createServer(
      { cert: server.cert, key: server.key, ca: server.cert, requestCert: true, rejectUnauthorized: true },
      (_, response) => response.end('{}'),
    );
    await new Promise<void>((ready) => strict.listen(0, '127.0.0.1', ready));
  });
  afterAll(() => strict.close());

  it.each([
    ['without one', []],
    ['with one that it does not trust', certificate],
  ])('the command says which options help: %s', async (_, own) => {
    const url = `https://localhost:${(strict.address() as AddressInfo).port}`;
    const options = typeof own === 'function' ? own() : own;
    expect(await register(url, ...ca(), ...options)).toMatchObject({
      exit: 3,
      err: expect.stringMatching(/--client-cert and --client-key/),
    });
  });
});

describe('diptych conformance with mutual TLS', () => {
  const run = (...options: readonly string[]) =>
    diptych('conformance', '--base-url', base, '--rate', '0', '--json', ...ca(), ...options);
  const results = (out: string) =>
    (JSON.parse(out).cases as readonly { readonly result: string }[]).map(({ result }) => result);

  it('no case of a correct issuer fails with the certificate, and many do without it', async () => {
    const admitted = await run(...certificate());
    expect(admitted).toMatchObject({ exit: 0, err: '' });
    expect(results(admitted.out)).toContain('pass');
    expect(results(admitted.out)).not.toContain('fail');
    const refused = await run();
    expect(refused).toMatchObject({ exit: 1 });
    expect(results(refused.out)).toContain('fail');
  });
});
