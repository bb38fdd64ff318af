import { spawn } from 'node:child_process';
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { signIn } from '../../../src/cli/sign-in/authorize.ts';
import { BIN } from '../../support/bin.ts';
import { diptych, type Run } from '../../support/cli.ts';
import { activePhone } from '../../support/devices.ts';
import { newUser, visit } from '../../support/operator.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
const tokenFile = () => join(world().folder, 'operator.token');
const EMAIL = 'approver@example.com';
/** Time limit for several processes one after the other on a busy machine, in milliseconds. */
const SLOW = 300_000;

beforeAll(() => {
  vi.stubEnv('DIPTYCH_DATA', world().folder);
});
afterAll(() => vi.unstubAllEnvs());

/** Runs the command in its own process. `onError` gets the text on the error stream so far. */
function shown(args: readonly string[], onError: (text: string) => void): Promise<Run> {
  const child = spawn(process.execPath, [BIN, ...args], { env: process.env });
  let [out, err] = ['', ''];
  child.stdout.on('data', (chunk) => {
    out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    err += String(chunk);
    onError(err);
  });
  child.stdin.end();
  return new Promise((resolve) => child.on('close', (exit) => resolve({ exit: exit ?? -1, out, err })));
}

/** Returns a function that opens the printed address once, as a person would. */
function visiting() {
  let visited = false;
  return (text: string) => {
    const address = /^ {2}(http\S+)$/m.exec(text)?.[1];
    if (address === undefined || visited) return;
    visited = true;
    void visit(world().url, address, EMAIL);
  };
}

describe('diptych login', () => {
  it.each([
    ['names another issuer', { iss: 'https://other.example', code: 'x' }],
    ['names no issuer', { code: 'x' }],
  ])('diptych login refuses an answer in the browser that %s (RFC 9207 2.4)', async (_, parameters) => {
    const answered = signIn(world().connection.url, async (address) => {
      const { searchParams } = new URL(address);
      const state = searchParams.get('state') as string;
      await fetch(`${searchParams.get('redirect_uri')}/?${new URLSearchParams({ ...parameters, state })}`);
    });
    await expect(answered).rejects.toThrow('the answer in the browser comes from another server');
  });

  it(
    'diptych login signs a user in, and commands act as that user until diptych logout',
    async () => {
      const id = await newUser(world(), EMAIL, 'approver');
      const { ids } = await activePhone(world());

      const signedIn = await shown(['login', '--json'], visiting());
      expect(signedIn.exit).toBe(0);
      expect(JSON.parse(signedIn.out)).toEqual({ file: tokenFile(), expireTime: expect.any(String) });
      expect(statSync(tokenFile()).mode & 0o777).toBe(0o600);

      const revoked = await diptych(
        'credentials',
        'revoke',
        ids.credentialId,
        '--reason',
        'deviceLost',
        '--yes',
      );
      expect([revoked.exit, revoked.err]).toEqual([0, '']);
      const [event] = (await world().admin('listEvents', { operatorId: id })).events;
      expect(event).toMatchObject({ subjectId: ids.credentialId, reason: 'deviceLost' });

      const refused = await diptych('users', 'list', '--json');
      expect([refused.exit, refused.out]).toEqual([1, '']);
      const { error } = JSON.parse(refused.err);
      expect(error).toMatchObject({ status: 'PERMISSION_DENIED', code: 403 });
      expect(error.message).toContain('administrator');

      const { accessToken } = JSON.parse(readFileSync(tokenFile(), 'utf8'));
      const signedOut = await diptych('logout', '--json');
      expect(JSON.parse(signedOut.out)).toMatchObject({ revoked: true });
      expect(readFileSync(tokenFile(), 'utf8')).not.toContain(accessToken);
      const response = await fetch(`${world().server.adminUrl}/admin/v1/holders`, {
        headers: { authorization: `Bearer ${accessToken}` },
      });
      expect(response.status).toBe(401);
      expect((await diptych('users', 'list', '--as-admin')).out).toContain(EMAIL);
      rmSync(tokenFile());
    },
    SLOW,
  );
});

describe('The commands of operators', () => {
  it(
    'commands show devices, events and filtered lists, and explain a request',
    async () => {
      const { ids } = await activePhone(world());
      const list = await diptych('devices', 'list', '--wide', '--limit', '1000');
      expect(list.out).toMatch(/^HOLDER +DEVICE +STATE +KEY IS IN +REGISTERED +CREDENTIAL\n/);
      expect(list.out).toContain(ids.deviceReferenceId);
      const device = await diptych('devices', 'show', ids.deviceReferenceId, '--json');
      expect(JSON.parse(device.out)).toMatchObject({ liveCredentialId: ids.credentialId });
      const events = await diptych('events', 'list', '--subject-id', ids.credentialId, '--json');
      const rows = JSON.parse(events.out).events;
      expect(rows.map(({ to }: { to: string }) => to)).toEqual(['active', 'provisionPending']);
      const explained = await diptych('explain', rows[1].requestId);
      expect(explained.out).toContain('provisionCredential');
      expect(explained.out).toContain(`credential ${ids.credentialId}: new → provision pending`);
      const filtered = await diptych('proofings', 'list', '--state', 'pending', '--json');
      expect(JSON.parse(filtered.out)).toEqual({ proofings: [] });
      const decided = await diptych('proofings', 'reject', 'none', '--reason', 'fraud');
      expect([decided.exit, decided.err]).toEqual([2, expect.stringContaining('livenessCheckFailure')]);
      const publisher = 'pub-7777777777777777';
      await diptych('publishers', 'create', publisher, '--name', 'Seventh');
      const changes = await diptych('publishers', 'changes', publisher);
      expect(changes.out).toMatch(/operator +createPublisher +pub-7777777777777777 /);
    },
    SLOW,
  );

  it(
    'commands print errors as JSON with --json, with the matching exit status',
    async () => {
      const missing = await diptych('explain', 'nothing', '--json');
      expect([missing.exit, JSON.parse(missing.err).error.status]).toEqual([1, 'NOT_FOUND']);
      const usage = await diptych('events', 'list', '--limit', 'many', '--json');
      expect([usage.exit, JSON.parse(usage.err).error.message]).toEqual([
        2,
        expect.stringContaining('--limit'),
      ]);
      const unknown = await diptych('events', 'list', '--colour', 'red', '--json');
      expect([unknown.exit, typeof JSON.parse(unknown.err).error.message]).toEqual([2, 'string']);
      const away = await diptych('events', 'list', '--admin-url', 'http://127.0.0.1:9', '--json');
      expect([away.exit, typeof JSON.parse(away.err).error.message]).toEqual([3, 'string']);
    },
    SLOW,
  );
});
