import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SettingsError } from '../../src/server/config/load-settings.ts';
import { diagnose } from '../../src/server/doctor/index.ts';
import { adminRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { authority } from './support/authority.ts';

const DAY = 86_400_000;

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'diptych-place-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

type Given = Readonly<Record<string, unknown>>;

describe("The country and state of the issuer in the settings and in the document signer's certificate (A3)", () => {
  const WASHINGTON = { 'issuer.country': 'US', 'issuer.stateOrProvince': 'US-WA' };
  const data = () => join(folder, 'data');
  const startAt = Date.now() + DAY;
  const start = (settings: Given) => startWorld({ folder: data(), startAt, settings });
  const refusalWith = async (settings: Given) => {
    const outcome = await start(settings).catch((error: unknown) => error);
    expect(outcome).toBeInstanceOf(SettingsError);
    return (outcome as SettingsError).problems;
  };
  const doctorFailures = async (settings: Given) => {
    const { findings } = await diagnose(
      { environment: {}, options: { data: data(), ...settings } },
      () => startAt,
    );
    return findings.filter(({ level, check }) => level === 'failure' && check === 'keys');
  };

  let world: World;
  beforeAll(async () => {
    world = await start(WASHINGTON);
    await world.close();
  }, HOOK_TIMEOUT);

  it.each([
    ['another country', { ...WASHINGTON, 'issuer.country': 'DE' }, 'issuer.country', 'US'],
    [
      'another state',
      { ...WASHINGTON, 'issuer.stateOrProvince': 'US-OR' },
      'issuer.stateOrProvince',
      'US-WA',
    ],
    ['no state', { 'issuer.country': 'US' }, 'issuer.stateOrProvince', 'US-WA'],
  ])(
    'the server refuses to start with %s, and doctor reports the same',
    async (_, settings, setting, certified) => {
      const problem = `${setting}: the certificate of the document signer says ${certified}`;
      expect(await refusalWith(settings)).toEqual([expect.stringContaining(problem)]);
      expect(await doctorFailures(settings)).toMatchObject([
        {
          text: expect.stringContaining(problem),
          remedy: 'set it to that, or start with another data folder',
        },
      ]);
    },
  );

  it('the server starts again with the same key store', async () => {
    expect(await doctorFailures(WASHINGTON)).toEqual([]);
    await (await start(WASHINGTON)).close();
  });

  it('a certificate of another state is refused', async () => {
    const elsewhere = authority('/C=US/ST=US-OR/CN=Oregon IACA');
    const signer = elsewhere.signer({ name: '/C=US/ST=US-OR/CN=Oregon Signer' });
    world = await start(WASHINGTON);
    const { message } = await adminRefusal(
      world.admin('importKey', { ...signer, issuer: elsewhere.root() }),
      'INVALID_ARGUMENT',
      'CERTIFICATE_INVALID',
    );
    expect(message).toMatch(/what it says of the place is not issuer\.stateOrProvince/);
    await world.close();
    elsewhere.remove();
  });
});
