import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { writeToken } from '../../../src/cli/sign-in/kept-token.ts';
import { BIN } from '../../support/bin.ts';
import { diptych, type Run } from '../../support/cli.ts';
import { newOperator } from '../../support/operator.ts';
import { useWorld } from '../../support/use-world.ts';
import { BOTH_INTERFACES } from '../../support/world.ts';

const world = useWorld({ settings: BOTH_INTERFACES });
const kept = () => join(world().folder, 'operator.token');
const PUBLISHER = 'pub-5555555555555555';

afterEach(() => rmSync(kept(), { force: true }));

function piped(args: readonly string[], input: string): Promise<Run> {
  const child = spawn(process.execPath, [BIN, ...args, '--data', world().folder]);
  const written = { out: '', err: '' };
  child.stdout.on('data', (chunk) => {
    written.out += String(chunk);
  });
  child.stderr.on('data', (chunk) => {
    written.err += String(chunk);
  });
  child.stdin.end(input);
  return new Promise((resolve) => child.on('close', (exit) => resolve({ ...written, exit: exit ?? -1 })));
}

describe('diptych whoami', () => {
  it('diptych whoami shows user, role, publisher accounts, credential, expiry and server of a sign-in', async () => {
    await world().admin('createPublisher', { id: PUBLISHER, displayName: 'Fifth' });
    const { id, email, token } = await newOperator(world(), 'viewer');
    await world().admin('changeUserPublishers', { user: id, add: [PUBLISHER] });
    writeToken(kept(), token);
    const { out } = await diptych('whoami', '--data', world().folder, '--json');
    expect(JSON.parse(out)).toEqual({
      server: world().connection.url,
      id,
      credential: 'signIn',
      role: 'viewer',
      email,
      publishers: [PUBLISHER],
      methods: expect.arrayContaining(['listProofings']),
      expireTime: expect.stringMatching(/^\d{4}-.*Z$/),
    });
    expect(JSON.parse(out).methods).not.toContain('acceptProofing');
    const text = (await diptych('whoami', '--data', world().folder)).out;
    expect(text).toMatch(new RegExp(`^user +${email} \\(${id}\\)$`, 'm'));
    expect(text).toMatch(/^credential +a sign-in$/m);
  });

  it('diptych whoami ends with 1 when the token is refused, and with 3 when no server answers', async () => {
    writeToken(kept(), { accessToken: 'x', expiresAt: Date.now() + 60_000, revocation: world().url });
    expect((await diptych('whoami', '--data', world().folder)).exit).toBe(1);
    const away = ['--admin-url', 'http://127.0.0.1:9'];
    expect((await diptych('whoami', '--data', world().folder, ...away)).exit).toBe(3);
  });
});

describe('Secrets on a command line', () => {
  it('a command warns that others on the machine can see a secret in --token', async () => {
    const { url, token } = world().connection;
    const { exit, err } = await diptych('whoami', '--admin-url', url, '--token', token);
    expect([exit, err]).toEqual([
      0,
      expect.stringMatching(/^diptych: --token shows the token to every user/),
    ]);
    expect(err).not.toContain(token);
  });

  it('an option with the value - reads its secret from the next line of the standard input, without a warning', async () => {
    const create = ['users', 'create', 'in@example.com', '--password', '-', '--token', '-', '--json'];
    const { exit, out, err } = await piped(create, `from the input, long\r\n${world().connection.token}\n`);
    expect([exit, err]).toEqual([0, '']);
    expect(JSON.parse(out).email).toBe('in@example.com');
  });

  it('an option with the value - is refused if its line of the standard input is missing or too long', async () => {
    const create = ['users', 'create', 'in@example.com', '--password', '-'];
    const empty = await piped(create, '');
    expect([empty.exit, empty.err]).toEqual([2, expect.stringContaining('has no password')]);
    const long = await piped(create, 'x'.repeat(100_000));
    expect([long.exit, long.err]).toEqual([2, expect.stringContaining('too long')]);
  });
});
