import { statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { VCI_FAULTS } from '../../../src/wallet/index.ts';
import { diptych } from '../../support/cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { useWorld } from '../../support/use-world.ts';
import { attestingSettings, offered, PLAIN } from './support.ts';

// The command line uses real time, so the servers must use it too.
const world = useWorld({ settings: PLAIN, startAt: Date.now() });
const attesting = useWorld({ settings: attestingSettings(), startAt: Date.now() });

const newState = () => join(temporaryFolder('vci-phone'), 'wallet.json');
const CHANNEL = ['--channel', 'openid4vci'] as const;

const phoneAt =
  (state: string) =>
  (...args: readonly string[]) =>
    diptych('wallet', ...args, '--state', state);

describe('diptych wallet --channel openid4vci', () => {
  const state = newState();
  const phone = phoneAt(state);

  it('gets credentials for an offer, and prints each step', async () => {
    const { offer } = await offered(world());
    const { exit, out } = await phone('provision', ...CHANNEL, '--offer', offer, '--count', '10');
    expect(exit).toBe(0);
    expect(out.split('\n').map((line) => line.split(' ')[0])).toEqual([
      ...['offer', 'token', 'credential', 'notification', 'Next:', ''],
    ]);
    expect(out).toContain('10 credentials');
    expect(statSync(state).mode & 0o777).toBe(0o600);
  });

  it('goes on from its state file: refresh, show, present, notify, delete', async () => {
    const { out } = await phone('refresh', '--count', '1', '--json');
    expect(JSON.parse(out)).toMatchObject({
      channel: 'openid4vci',
      credentials: 1,
      unused: 11,
      isNotified: true,
    });
    const shown = await phone('show');
    expect(shown.out).toMatch(/channel +openid4vci/);
    expect(shown.out).toMatch(/family_name +Mustermann/);
    const file = join(temporaryFolder('vci-phone'), 'response.cbor');
    const presented = await phone('present', '--elements', 'family_name,portrait', '--out', file);
    expect([presented.exit, presented.out]).toEqual([0, expect.stringContaining("a reader's checks pass")]);
    expect((await phone('notify', '--event', 'failure')).out).toContain('credential_failure');
    expect((await phone('delete')).out).toContain('credential_deleted');
    expect(await phone('refresh')).toMatchObject({
      exit: 2,
      err: expect.stringContaining('begin with an offer'),
    });
  });

  it('takes a transaction code, and says that one is missing', async () => {
    const other = phoneAt(newState());
    const { offer, txCode = '' } = await offered(world(), { txCode: true });
    const missing = await other('provision', ...CHANNEL, '--offer', offer);
    expect(missing).toMatchObject({ exit: 2, err: expect.stringContaining('--tx-code') });
    const done = await other('provision', ...CHANNEL, '--offer', offer, '--tx-code', txCode, '--count', '1');
    expect([done.exit, done.out]).toEqual([0, expect.stringContaining('1 credentials')]);
  });

  it('attests itself and its keys where the issuer asks for it', async () => {
    const { offer } = await offered(attesting());
    const { exit, out } = await phoneAt(newState())('provision', ...CHANNEL, '--offer', offer);
    expect([exit, out]).toEqual([0, expect.stringContaining('3 credentials')]);
  });

  it('may have the channel first, and a channel without a command provisions', async () => {
    const args = ['--state', newState(), '--count', '1'];
    for (const command of [['provision'], []]) {
      const { offer } = await offered(world());
      const { exit } = await diptych('wallet', ...CHANNEL, ...command, '--offer', offer, ...args);
      expect(exit).toBe(0);
    }
    expect((await diptych('wallet', ...CHANNEL, '--help')).out).toContain('provision --channel openid4vci');
  });

  it('prints a refusal, and exits with 1; wrong usage with 2; no server with 3', async () => {
    const other = phoneAt(newState());
    const { offer } = await offered(world());
    await other('provision', ...CHANNEL, '--offer', offer);
    const used = await phoneAt(newState())('provision', ...CHANNEL, '--offer', offer);
    expect(used).toMatchObject({
      exit: 1,
      err: expect.stringMatching(/token was refused with invalid_grant \(HTTP 400\)/),
    });
    const json = await phoneAt(newState())('provision', ...CHANNEL, '--offer', offer, '--json');
    expect(JSON.parse(json.out).error).toMatchObject({
      kind: 'refused',
      step: 'token',
      error: 'invalid_grant',
    });
    for (const args of [
      [],
      ['--offer', 'nothing'],
      ['--offer', offer, '--count', '0'],
      ['--root', 'none.pem', '--offer', offer],
    ])
      expect((await phoneAt(newState())('provision', ...CHANNEL, ...args)).exit).toBe(2);
    expect(await other('status')).toMatchObject({ exit: 2, err: expect.stringContaining('no step status') });
    const offerOf = (issuer: string) =>
      JSON.stringify({
        credential_issuer: issuer,
        credential_configuration_ids: ['x'],
        grants: { authorization_code: {} },
      });
    const nowhere = offerOf('http://127.0.0.1:9/vci');
    expect((await other('provision', ...CHANNEL, '--offer', nowhere)).exit).toBe(3);
    const { url } = world();
    const prefixed = await other('provision', ...CHANNEL, '--offer', offerOf(`${url}/prefix/vci`));
    expect(prefixed).toMatchObject({
      exit: 1,
      err: expect.stringContaining(
        `issuerMetadata at ${url}/.well-known/openid-credential-issuer/prefix/vci`,
      ),
    });
  });

  it('commits faults, reports the refusal, and keeps its state', async () => {
    const other = phoneAt(newState());
    const { offer } = await offered(world());
    const hostile = await other('provision', ...CHANNEL, '--offer', offer, '--fault', 'dpop-wrong-address');
    expect([hostile.exit, hostile.out]).toEqual([
      1,
      expect.stringContaining('A correct issuer answers like this.'),
    ]);
    expect((await other('provision', ...CHANNEL, '--offer', offer, '--count', '1')).exit).toBe(0);
    const nonce = await other('refresh', '--fault', 'invalid-nonce', '--json');
    expect(JSON.parse(nonce.out)).toMatchObject({ correct: true, refused: { error: 'invalid_nonce' } });
    const undetected = await other(
      'provision',
      ...CHANNEL,
      '--offer',
      (await offered(world())).offer,
      '--fault',
      'client-attestation-missing',
    );
    expect([undetected.exit, undetected.out]).toEqual([0, expect.stringContaining('--root')]);
    expect((await other('refresh', '--fault', 'code-unknown')).exit).toBe(2);
    for (const [fault, what] of [
      ['par-plain-challenge', '--client-id with --redirect-uri'],
      ['tx-code-wrong', '--tx-code'],
    ] as const)
      expect(await other('provision', ...CHANNEL, '--offer', offer, '--fault', fault)).toMatchObject({
        exit: 2,
        err: expect.stringContaining(what),
      });
    expect((await other('refresh', '--fault', 'no-such-fault')).exit).toBe(2);
    expect((await other('notify', '--fault', 'notification-unknown-id')).exit).toBe(1);
  });

  it('lists its faults', async () => {
    const { out } = await diptych('wallet', 'faults', ...CHANNEL, '--json');
    const { faults } = JSON.parse(out) as { faults: readonly { name: string }[] };
    expect(faults.map(({ name }) => name)).toEqual(VCI_FAULTS.map(({ name }) => name));
    expect((await diptych('wallet', 'faults', ...CHANNEL)).out).toContain('invalid-nonce');
  });

  it('does not replace a phone of the other channel, which has no notify', async () => {
    const other = phoneAt(newState());
    await other('register', '--server', world().url);
    expect(await other('notify')).toMatchObject({ exit: 2, err: expect.stringContaining('openid4vci') });
    const { offer } = await offered(world());
    const over = await other('provision', ...CHANNEL, '--offer', offer);
    expect(over).toMatchObject({ exit: 2, err: expect.stringContaining('another channel') });
    expect((await other('show')).out).toMatch(/stage +registered/);
  });
});
