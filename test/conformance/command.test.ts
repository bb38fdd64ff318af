import { createPublicKey, generateKeyPairSync, verify } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Compile } from 'typebox/compile';
import { describe, expect, it } from 'vitest';
import { Report } from '../../src/conformance/report/contract.ts';
import { MINUTE } from '../../src/conventions/time.ts';
import { diptych } from '../support/cli.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { newTestRoot } from '../support/test-root.ts';
import { useWorld } from '../support/use-world.ts';

const TRUSTED = newTestRoot('trusted');
const world = useWorld({
  // The new root must be valid.
  startAt: Date.now() + MINUTE,
  settings: { 'issuer.attestation.roots': TRUSTED.certificate },
});
const smoke = (...more: readonly string[]) =>
  diptych('conformance', '--base-url', world().url, '--rate', '0', ...more);

function signKey(folder: string): string {
  const path = join(folder, 'key.pem');
  const { privateKey } = generateKeyPairSync('ed25519');
  writeFileSync(path, privateKey.export({ format: 'pem', type: 'pkcs8' }));
  return path;
}

describe('diptych conformance', () => {
  it('all cases of the profile smoke pass, and the report is written in every format and signed', async () => {
    const folder = temporaryFolder('conformance');
    const report = join(folder, 'report');
    const { exit, out } = await smoke('--report', report, '--sign-key', signKey(folder));
    expect(out).toMatch(/^(\d+)\/\1 must; (\d+)\/\2 should; (\d+)\/\3 may\n$/);
    expect(exit).toBe(0);

    const read = (name: string) => readFileSync(join(report, name));
    expect(readdirSync(report).toSorted()).toEqual([
      'SHA256SUMS',
      'SHA256SUMS.pub',
      'SHA256SUMS.sig',
      'junit.xml',
      'report.html',
      'report.json',
    ]);
    expect(Compile(Report).Check(JSON.parse(read('report.json').toString()))).toBe(true);
    const key = createPublicKey(read('SHA256SUMS.pub').toString());
    expect(verify(null, read('SHA256SUMS'), key, read('SHA256SUMS.sig'))).toBe(true);

    await smoke('--only', 'healthCheck.echo', '--report', report);
    // No signature of another report is left.
    expect(readdirSync(report).filter((name) => /sig|pub/.test(name))).toEqual([]);
  });

  it('a front page that leads elsewhere does not matter, and an answer without end is not read on', async () => {
    let sent = 0;
    const part = Buffer.alloc(65_536, ' ');
    const server = createServer(({ method, url }, response) => {
      if (url === '/') return void response.writeHead(302, { location: '/docs' }).end();
      if (method !== 'GET') return void response.writeHead(404).end();
      const send = () => {
        while (!response.destroyed && response.write(part)) sent += part.length;
      };
      response.on('drain', send);
      send();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const address = ['--base-url', `http://127.0.0.1:${port}`, '--rate', '0'];
    const { out, err } = await diptych('conformance', ...address, '--only', 'healthCheck.get');
    server.close();
    expect([out, err]).toEqual([expect.stringContaining('GET was answered with HTTP 200'), '']);
    expect(sent).toBeLessThan(16_000_000);
  });

  it('a case whose needs are not met is not run, and does not count as passed', async () => {
    const { exit, out } = await smoke('--profile', 'blackbox', '--only', 'provisionCredential.permission');
    expect(out).toBe('0/1 must, 1 not run (caller credentials); 0/0 should; 0/0 may\n');
    expect(exit).toBe(0);
  });

  it('with --root, test devices are attested by the root that the issuer trusts', async () => {
    const register = (root: string) =>
      smoke('--profile', 'blackbox', '--only', 'register.honest', '--root', root);
    const trusted = await register(TRUSTED.both);
    expect(trusted).toMatchObject({ exit: 0, out: expect.stringMatching(/^1\/1 must/) });
    const other = await register(newTestRoot('other').both);
    expect(other).toMatchObject({ exit: 1, out: expect.stringContaining('FAILED  register.honest') });
  });

  it('a failed case makes the status 1, unless the file of known failures names it', async () => {
    const args = ['--issuer', 'Another_Issuer', '--only', 'healthCheck.echo'];
    const failed = await smoke(...args);
    expect(failed.out).toContain('FAILED  healthCheck.echo: HealthCheck echoes clientMessage');
    expect(failed.exit).toBe(1);
    const known = join(temporaryFolder('conformance'), 'known.json');
    writeFileSync(known, '{"healthCheck.echo": "ticket 5"}');
    const excused = await smoke(...args, '--known-failures', known);
    expect(excused.out).toContain('1 known to fail');
    expect(excused.exit).toBe(0);
    const passing = await smoke('--only', 'healthCheck.echo', '--known-failures', known);
    expect(passing.out).toContain('healthCheck.echo passes now: remove it from the known failures');
  });

  it('an interrupted run ends with a report of what it has', async () => {
    const folder = join(temporaryFolder('conformance'), 'report');
    const before = process.listenerCount('SIGINT');
    // Slow enough to be interrupted: all requests of the profile take some seconds.
    const running = smoke('--rate', '20', '--report', folder);
    await expect.poll(() => process.listenerCount('SIGINT')).toBe(before + 1);
    process.emit('SIGINT');
    const { exit, out } = await running;
    expect(out).toContain('not run (the run was interrupted)');
    expect(exit).toBe(130);
    expect(readdirSync(folder)).toContain('report.json');
    expect(process.listenerCount('SIGINT')).toBe(before);
  });

  it.each([
    ['no address', [], '--base-url takes an address'],
    ['another machine', ['--base-url', 'https://issuer.example'], 'is issuer.example a test system?'],
    ['a password in the address', ['--base-url', 'http://u:p@127.0.0.1'], 'use --header'],
    [
      'a rate that is no number',
      ['--base-url', 'http://127.0.0.1:1', '--rate', 'fast'],
      '--rate takes a number',
    ],
    [
      'no root',
      ['--base-url', 'http://127.0.0.1:1', '--root', 'package.json'],
      'does not have a certificate',
    ],
    ['no key', ['--base-url', 'http://127.0.0.1:1', '--sign-key', 'package.json'], 'no Ed25519 private key'],
  ])('%s is wrong usage with the status 2', async (_what, args, problem) => {
    const { exit, err } = await diptych('conformance', ...args);
    expect(err).toContain(problem);
    expect(exit).toBe(2);
  });

  it('an address at which nobody answers has the status 3', async () => {
    const { exit, err } = await diptych('conformance', '--base-url', 'http://127.0.0.1:1');
    expect(err).toContain('no server answers');
    expect(exit).toBe(3);
  });
});
