import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadSettings, SettingsError } from '../../src/server/config/load-settings.ts';
import { diagnose } from '../../src/server/doctor/index.ts';
import { confirm, type Platform, startPlatform } from '../support/platform.ts';
import { json, type Respond } from '../support/record-system.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld } from '../support/world.ts';

type Given = Readonly<Record<string, unknown>>;

const DAY = 86_400_000;
const folder = mkdtempSync(join(tmpdir(), 'diptych-notifications-'));
let platform: Platform;

beforeAll(async () => {
  platform = await startPlatform();
}, HOOK_TIMEOUT);
afterAll(async () => {
  await platform.close();
  rmSync(folder, { recursive: true, force: true });
});

async function problemsOf(work: () => unknown): Promise<string> {
  try {
    await work();
    return '';
  } catch (error) {
    if (error instanceof SettingsError) return error.problems.join('\n');
    throw error;
  }
}

const URL_SETTING = { 'issuer.notifications.url': 'https://platform.example' };

describe('The settings issuer.notifications', () => {
  it.each([
    [{ 'issuer.notifications.url': 'platform.example' }, 'issuer.notifications.url'],
    [{ 'issuer.notifications.url': 'https://user:secret@platform.example' }, 'issuer.notifications.url'],
    [{ ...URL_SETTING, 'issuer.notifications.clientKey': 'a.key' }, 'issuer.notifications.clientCertificate'],
    [{ ...URL_SETTING, 'issuer.notifications.timeoutSeconds': 0 }, 'issuer.notifications.timeoutSeconds'],
    [{ ...URL_SETTING, 'issuer.notifications.giveUpAfterHours': 0 }, 'issuer.notifications.giveUpAfterHours'],
  ])('the settings %j are refused', async (options: Given, name) => {
    expect(await problemsOf(() => loadSettings({ environment: {}, options }))).toContain(name);
  });

  it('an invalid file in the settings is reported at the start', async () => {
    const ca = join(folder, 'ca.pem');
    writeFileSync(ca, 'no certificate');
    const settings = { ...URL_SETTING, 'issuer.notifications.ca': ca };
    expect(await problemsOf(() => startWorld({ settings }))).toMatch(
      /^issuer\.notifications\.ca \(.*\) cannot be used: /,
    );
  });
});

describe('diptych doctor calls healthCheck of the wallet platform', () => {
  async function examine(settings: Given = {}, now = Date.now()) {
    const options = { data: join(folder, 'data'), ...platform.settings, ...settings };
    const { findings } = await diagnose({ environment: {}, options }, () => now);
    return findings.filter(({ check }) => check === 'notifications');
  }

  it('doctor checks that the platform answers with the message that was sent', async () => {
    const [finding] = await examine();
    expect([finding?.level, finding?.text]).toEqual([
      'ok',
      expect.stringMatching(/^the wallet platform answered after \d+ ms$/),
    ]);
    const [{ path, body } = { path: '', body: undefined }] = platform.calls;
    expect(path).toBe('/be/mdl/canonical/Sandbox_US_MDL/v1/healthCheck');
    expect(body).toEqual({ requestMetadata: expect.any(Object), clientMessage: expect.any(String) });
  });

  const otherMessage: Respond = (response, call) =>
    confirm(response, { ...call, body: { ...call.body, clientMessage: 'another' } });

  it.each<readonly [string, Respond, RegExp]>([
    ['fails', json(500, {}), /violates the contract: status/],
    ['refuses the issuer', json(403, {}), /refuses who calls: credentials/],
    ['answers with another message than was sent', otherMessage, /violates the contract: otherMessage/],
  ])('a wallet platform that %s is a failure, and doctor says what to do', async (_, respond, text) => {
    platform.respondOnce(respond);
    const [finding] = await examine();
    expect([finding?.level, finding?.text]).toEqual(['failure', expect.stringMatching(text)]);
    expect(finding?.remedy).toMatch(/\w/);
  });

  it('doctor checks how long the client certificate for the platform is valid', async () => {
    expect((await examine({}, Date.now() + 3 * DAY))[1]?.text).toMatch(/clientCertificate .* has ended$/);
  });

  it('doctor calls no platform if none is configured', async () => {
    const { findings } = await diagnose({ environment: {}, options: { data: join(folder, 'data') } });
    expect(findings).toContainEqual({
      check: 'notifications',
      level: 'ok',
      text: 'no notifications are sent to the wallet platform',
    });
  });
});
