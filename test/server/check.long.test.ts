import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { ApprovalView } from '../../src/admin/contract/approvals/methods.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import type { Connection } from '../../src/cli/admin/connection.ts';
import { runSteps } from '../../src/cli/check/steps.ts';
import { mediationAt } from '../../src/cli/mediation/client/client.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { adminToken } from '../../src/server/files/create-data-folder.ts';
import { diptych } from '../support/cli.ts';
import { freePort } from '../support/free-port.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newIdentity, writeTls } from '../support/tls.ts';
import { type Serving, startServing } from '../support/world.ts';

const folder = temporaryFolder('check');
const file = (name: string) => join(folder, name);

let serving: Serving | undefined;
afterEach(async () => {
  await serving?.close();
  serving = undefined;
});

/** A staging server; its clock is that of the machine, as that of the command. */
async function stage(settings: Readonly<Record<string, unknown>> = {}): Promise<Serving> {
  serving = await startServing({ startAt: Date.now(), settings });
  return serving;
}

const connectionTo = ({ server }: Serving): Connection => ({
  url: server.adminUrl,
  token: adminToken(server.context.folder),
  ...(server.adminUrl.startsWith('https:') && { tls: { ca: [readFileSync(file('server.crt'), 'utf8')] } }),
});

interface Step {
  readonly step: string;
  readonly result: string;
  readonly text: string;
}

async function check(on: Serving, ...options: readonly string[]) {
  const { url, token } = connectionTo(on);
  const address = options.includes('--base-url') ? [] : ['--base-url', on.server.url];
  const given = ['--admin-url', url, '--token', token, '--json', ...address, ...options];
  const { exit, out, err } = await diptych('check', ...given);
  const steps: readonly Step[] = out === '' ? [] : JSON.parse(out).steps;
  return { exit, err, steps, of: Object.fromEntries(steps.map(({ step, result }) => [step, result])) };
}

const failed = (steps: readonly Step[]) => steps.find(({ result }) => result === 'failed');

/** Everything about the test holder is gone. */
async function expectNothingLeft(on: Serving): Promise<void> {
  const connection = connectionTo(on);
  expect((await callAdmin(connection, 'listHolders', {})).holders).toEqual([]);
  expect((await callAdmin(connection, 'listCodes', {})).codes).toEqual([]);
  const { credentials } = await callAdmin(connection, 'listCredentials', {});
  for (const { state } of credentials) expect(state).toBe('revoked');
}

/** A server that publishes status lists at its own address. */
async function withLists(settings: Readonly<Record<string, unknown>> = {}) {
  const port = await freePort();
  return stage({ port, 'issuer.status.uri': `http://127.0.0.1:${port}/status`, ...settings });
}

describe('diptych check', () => {
  it('goes through the life of a holder and of an app, and leaves nothing behind', async () => {
    const on = await withLists({ 'issuer.decisions': 'manual' });
    const connection = connectionTo(on);
    const { id } = await callAdmin(connection, 'createPublisher', { displayName: 'Acme Games' });
    const { accessToken } = await callAdmin(connection, 'issueToken', {
      publishers: [id],
      scopes: ['monetization'],
    });
    const api = mediationAt({ baseUrl: on.server.url, token: () => accessToken });
    const app = await api.call('accounts.apps.create', {
      on: `accounts/${id}`,
      body: { platform: 'ANDROID', manualAppInfo: { displayName: 'Racing' } },
    });
    await api.call('accounts.apps.servingKeys.create', { on: app.name ?? '', body: {} });

    const { exit, steps, of } = await check(on);
    expect(failed(steps)).toBeUndefined();
    expect(exit).toBe(0);
    expect(Object.values(of)).toEqual(Array(12).fill('passed'));
    await expectNothingLeft(on);
    const { mediationGroups = [] } = await api.call('accounts.mediationGroups.list', {
      on: `accounts/${id}`,
    });
    expect(mediationGroups).toEqual([]);
  });

  it('prints one line with its time for each step, and skips what the server does not have', async () => {
    const on = await stage();
    const { url, token } = connectionTo(on);
    const given = ['--admin-url', url, '--token', token, '--base-url', on.server.url];
    const { exit, out } = await diptych('check', ...given);
    expect(exit).toBe(0);
    const lines = out.trim().split('\n');
    expect(lines).toHaveLength(12);
    for (const line of lines) expect(line).toMatch(/^(ok|skipped) +\S.* +\d+\.\d\d s {2}\S/);
    expect(out).toContain('issuer.status.uri is not set');
    expect(out).toContain('there is no publisher account');
  });

  it.each([
    ['issuer', 10],
    ['mediation', 2],
  ])('checks only the interface that runs: %s', async (name, count) => {
    const { exit, steps } = await check(await stage({ interfaces: [name] }));
    expect([exit, steps.length]).toEqual([0, count]);
  });

  it('deletes what it made also when a step in the middle fails', async () => {
    const on = await stage({ 'issuer.status.uri': `http://127.0.0.1:${await freePort()}/status` });
    const { exit, steps, of } = await check(on);
    expect(exit).toBe(1);
    expect(failed(steps)).toMatchObject({ step: 'read the status list' });
    expect(of).toMatchObject({ 'revoke the credential': 'notRun', 'erase the holder': 'passed' });
    await expectNothingLeft(on);
  });

  it('ends with 4 if a step waits for a second person, and deletes all the same', async () => {
    const approval = { method: 'issueCode' } as ApprovalView;
    const waits = async () => {
      throw new AwaitsApproval(approval, 'diptych approvals approve A-1');
    };
    const steps = [
      { name: 'waits', run: waits },
      { name: 'next', run: async () => 'done' },
      { name: 'deletes', deletes: true, run: async () => 'gone' },
    ] as const;
    const watched = { interrupted: new AbortController().signal, onResult: () => {} };
    const { exit, results } = await runSteps(steps, undefined, watched);
    expect(exit).toBe(4);
    expect(results.map(({ result, text }) => [result, text])).toEqual([
      ['failed', 'diptych approvals approve A-1'],
      ['notRun', ''],
      ['passed', 'gone'],
    ]);
  });

  it('an interrupted run deletes what it made', async () => {
    const interruption = new AbortController();
    const makes = async () => {
      interruption.abort();
      return 'made';
    };
    const steps = [
      { name: 'makes', run: makes },
      { name: 'next', run: async () => 'done' },
      { name: 'deletes', deletes: true, run: async () => 'gone' },
    ] as const;
    const { results } = await runSteps(steps, undefined, {
      interrupted: interruption.signal,
      onResult: () => {},
    });
    expect(results.map(({ result }) => result)).toEqual(['passed', 'notRun', 'passed']);
  });

  it('ends with 3 if the server cannot be reached, and with 2 without an address', async () => {
    const nowhere = `http://127.0.0.1:${await freePort()}`;
    const on = await stage();
    expect(await check(on, '--base-url', nowhere)).toMatchObject({
      exit: 3,
      of: { 'register a phone': 'failed', 'import a test holder': 'notRun', 'erase the holder': 'skipped' },
    });
    expect((await diptych('check', '--base-url', nowhere, '--admin-url', nowhere, '--token', 't')).exit).toBe(
      3,
    );
    for (const wrong of [[], ['--base-url', 'issuer.example'], ['--base-url', 'https://a:b@issuer.example']])
      expect(await diptych('check', ...wrong), wrong.join(' ')).toMatchObject({ exit: 2 });
  });
});

describe('diptych check on a staging server with a production configuration', () => {
  it('needs the root that the server trusts, and says what to set', async () => {
    const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const extensions = ['-subj', '/CN=staging', '-addext', 'keyUsage=critical,keyCertSign'];
    const out = ['-keyout', file('root.key'), '-out', file('root.crt')];
    execFileSync('openssl', ['req', '-x509', ...curve, ...extensions, ...out], { stdio: 'pipe' });
    writeFileSync(
      file('root.pem'),
      readFileSync(file('root.crt'), 'utf8') + readFileSync(file('root.key'), 'utf8'),
    );
    const [server, platform] = [await newIdentity(), await newIdentity({ name: 'platform' })];
    const { certificate, key } = writeTls(folder, server, 'server');
    const own = writeTls(folder, platform, 'platform');
    writeFileSync(file('status.json'), '{"entries": {}}');
    const on = await stage({
      profile: 'production',
      'issuer.id': 'Free_US_MDL',
      'issuer.name': 'Free State',
      'issuer.certificateUri': 'https://free.example/pki',
      'issuer.port': 0,
      'issuer.tls.certificate': certificate,
      'issuer.tls.key': key,
      'adminTls.certificate': certificate,
      'adminTls.key': key,
      'issuer.callers.pins': [platform.pin],
      'issuer.attestation.revocationList': file('status.json'),
      'issuer.attestation.roots': file('root.crt'),
      'keys.extractable': true,
      'oauth.issuerUrl': 'https://auth.free.example',
    });
    const options = [
      ...['--base-url', on.server.issuerUrl, '--mediation-url', on.server.url],
      ...['--ca', certificate, '--client-cert', own.certificate, '--client-key', own.key],
    ];
    const refused = await check(on, ...options);
    expect([refused.exit, failed(refused.steps)]).toEqual([
      1,
      expect.objectContaining({
        step: 'register a phone',
        text: expect.stringMatching(/issuer\.attestation\.roots .*--root.*Never do this in production/),
      }),
    ]);
    await expectNothingLeft(on);

    const { exit, steps } = await check(on, ...options, '--root', file('root.pem'));
    expect(failed(steps)).toBeUndefined();
    expect(exit).toBe(0);
    await expectNothingLeft(on);
  });
});
