import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { writeAddresses } from '../../src/server/files/data-folder.ts';
import { startScene, useScene } from '../issuer/callers/support.ts';
import { BIN } from '../support/bin.ts';
import { diptych, type Run } from '../support/cli.ts';
import { newIdentity, writeTls } from '../support/tls.ts';

const ELSEWHERE = '127.0.0.2';
const PATIENT = 120_000;

/** Runs the command in a new process, because Node reads its trusted authorities when it starts. */
const diptychTrusting = (ca: string, ...args: readonly string[]) =>
  new Promise<Run>((resolve) => {
    const env = { PATH: process.env.PATH, NODE_EXTRA_CA_CERTS: ca };
    execFile(process.execPath, [BIN, ...args], { env }, (error, out, err) =>
      resolve({ exit: error ? Number(error.code) : 0, out, err }),
    );
  });

describe('The admin interface over TLS', () => {
  const scene = useScene(() => startScene(() => ({ adminHost: '0.0.0.0' })));
  const port = () => new URL(scene().serving.server.adminUrl).port;
  const token = () => ['--data', scene().serving.server.context.folder.path];
  const list = (url: string) => ['holders', 'list', '--admin-url', url, ...token()];

  it('the error for an untrusted certificate says what to do', async () => {
    const { exit, err } = await diptych(...list(`https://127.0.0.1:${port()}`));
    expect(exit).toBe(3);
    expect(err).toMatch(
      /\(DEPTH_ZERO_SELF_SIGNED_CERT\): its certificate is not trusted; name that of its issuer, a PEM file, with NODE_EXTRA_CA_CERTS, or with --ca or DIPTYCH_CA /,
    );
    expect(err).not.toContain('is it running');
  });

  it('status --ready asks the server of a data folder whatever its certificate is, and no other server', async () => {
    const { context, adminUrl } = scene().serving.server;
    writeAddresses(context.folder, { url: adminUrl, adminUrl, pid: process.pid });
    expect(await diptych('status', '--ready', ...token())).toMatchObject({ exit: 0, out: 'ready  yes\n' });
    expect(await diptych('status', '--ready', '--admin-url', adminUrl)).toMatchObject({ exit: 3 });
    rmSync(context.folder.addresses);
  });

  it(
    'a command works once it knows the authority of the certificate',
    async () => {
      const ca = join(scene().folder, 'tls.crt');
      const { exit, out } = await diptychTrusting(ca, ...list(`https://127.0.0.1:${port()}`));
      expect([exit, out.split(/\s+/)[0]]).toEqual([0, 'HOLDER']);
      const other = await diptychTrusting(ca, ...list(`https://${ELSEWHERE}:${port()}`));
      expect([other.exit, other.err]).toEqual([
        3,
        expect.stringMatching(/ALTNAME_INVALID.*for another name/),
      ]);
    },
    PATIENT,
  );

  it(
    'the command reports an expired certificate as expired',
    async () => {
      const ended = await newIdentity({
        notBefore: Date.now() - 200_000_000,
        notAfter: Date.now() - 100_000_000,
      });
      const one = await startScene(() => ({}), ended);
      const { certificate } = writeTls(scene().folder, ended, 'ended');
      const args = ['holders', 'list', '--admin-url', one.serving.server.adminUrl, ...token()];
      const { exit, err } = await diptychTrusting(certificate, ...args);
      rmSync(certificate);
      await one.close();
      expect([exit, err]).toEqual([3, expect.stringMatching(/CERT_HAS_EXPIRED.*has expired/)]);
    },
    PATIENT,
  );

  it.each([
    ['http:// to a server with TLS', () => `http://127.0.0.1:${port()}`, 3, /use an address with https:\/\//],
    ['a text that is no address', () => 'admin.example', 2, /is no address/],
    ['a host that does not exist', () => 'https://nowhere.invalid', 3, /the host does not exist/],
  ])('the command names the problem of the certificate: %s', async (_, url, status, words) => {
    const { exit, err } = await diptych(...list(url()));
    expect([exit, err]).toEqual([status, expect.stringMatching(words)]);
  });
});

describe('A command that is sent to the wrong port', () => {
  const scene = useScene(() => startScene(() => ({ 'tls.certificate': undefined, 'tls.key': undefined })));

  it.each([
    ['the port of the panels', () => scene().serving.server.url, 1, /no admin interface/],
    [
      'https:// of a server without TLS',
      () => scene().serving.server.url.replace('http:', 'https:'),
      3,
      /does not use TLS/,
    ],
  ])('a command that is sent to %s reports the mistake', async (_, url, status, words) => {
    const { exit, err } = await diptych('holders', 'list', '--admin-url', url(), '--token', 't');
    expect([exit, err]).toEqual([status, expect.stringMatching(words)]);
  });
});
