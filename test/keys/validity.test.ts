import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone, bodyOf, send } from '../support/devices.ts';
import { startWorld, type World } from '../support/world.ts';
import { activeKey } from './support/keys.ts';

const DAY = 86_400_000;
const MSOS = 'provisionMobileSecurityObjects';

const readiness = async (world: World) => (await fetch(`${world.url}/readyz`)).status;

async function restartedAt(world: World, startAt: number): Promise<World> {
  await world.server.close();
  return startWorld({ folder: world.folder, startAt });
}

async function end(world: World): Promise<void> {
  await world.close();
  rmSync(world.folder, { recursive: true, force: true });
}

const lines = (world: World, message: string) =>
  world.log
    .map((line) => JSON.parse(line) as { msg: string; level: number; role: string; days: number })
    .filter(({ msg }) => msg.startsWith(message))
    .map(({ level, role, days, msg }) => ({ level, role, days, msg }));

const warnings = (world: World) => lines(world, 'key certificate');
/** The order of keys is that of their random ids. */
const rolesOf = (told: ReturnType<typeof lines>) =>
  told.map(({ role, level }) => `${role} ${level}`).toSorted();

describe('The document signer certificate (I2)', () => {
  it('the server does not sign on the last day of the document signer or later, because MSOs end with whole days: requests fail, and so does the readiness check', async () => {
    const world = await startWorld();
    const { device } = await activePhone(world, 1, { encrypt: false });
    const notAfter = Date.parse((await activeKey(world, 'documentSigner')).notAfterTime);
    expect(await readiness(world)).toBe(200);
    world.advance(Math.floor(notAfter / DAY) * DAY - world.now() - 1);
    expect(await readiness(world)).toBe(200);
    world.advance(1);
    expect(await readiness(world)).toBe(503);
    const body = await bodyOf(device, MSOS, (copy) => copy.refresh(1));
    const { status, body: answer } = await expectNothingWritten(world, () => send(world, MSOS, body));
    expect([status, 'invalidState' in answer]).toEqual([500, false]);
    const line = world.log.find((one) => one.includes(answer.issuerErrorIdentifier)) ?? '{}';
    expect(JSON.parse(line).cause).toEqual({ name: 'SignerOutsideValidity' });
    await world.admin('rotateKey', { role: 'documentSigner' });
    await world.admin('rotateKey', { role: 'documentSigner', finish: true });
    expect(await readiness(world)).toBe(200);
    expect((await send(world, MSOS, body)).status).toBe(200);
    await world.close();
  });

  it('validUntil is limited, so that no MSO is valid longer than its signer', async () => {
    const world = await startWorld();
    const notAfter = Date.parse((await activeKey(world, 'documentSigner')).notAfterTime);
    world.advance(notAfter - world.now() - 10 * DAY);
    const { device } = await activePhone(world, 1, { encrypt: false });
    expect(device.state.authKeys[0]?.certified?.expiresAt).toBeLessThanOrEqual(notAfter);
    await world.close();
  });
});

describe('Certificates that end soon', () => {
  it('the metrics show the seconds until certificates end, by role', async () => {
    const world = await startWorld();
    const seconds = async () => {
      const text = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
      const lines = text.matchAll(/^diptych_key_expiry_seconds\{role="(\w+)"\} (-?\d+)$/gm);
      return Object.fromEntries([...lines].map(([, role, value]) => [role, Number(value)]));
    };
    const { notAfterTime } = await activeKey(world, 'identity');
    const expected = (Date.parse(notAfterTime) - world.now()) / 1000;
    const before = await seconds();
    expect(Object.keys(before).toSorted()).toEqual(['documentSigner', 'encryption', 'iaca', 'identity']);
    expect(before.identity).toBe(expected);
    world.advance(500 * DAY);
    expect((await seconds()).identity).toBe(expected - 500 * 86_400);
    await world.close();
  });

  it('certificates that end soon are logged by role with the days left: first as a warning, then as an error', async () => {
    let world = await startWorld();
    const madeAt = world.now();
    expect(warnings(world)).toEqual([]);
    world = await restartedAt(world, madeAt + 80 * DAY);
    expect(warnings(world)).toEqual([]);
    world = await restartedAt(world, madeAt + 95 * DAY);
    expect(rolesOf(warnings(world))).toEqual(['documentSigner 40', 'encryption 40']);
    world = await restartedAt(world, madeAt + 400 * DAY);
    const told = warnings(world);
    expect(rolesOf(told)).toEqual(['documentSigner 50', 'encryption 50', 'identity 40']);
    expect(told.find(({ role }) => role === 'documentSigner')?.msg).toBe('key certificate has expired');
    expect(told.find(({ role }) => role === 'identity')?.days).toBeGreaterThan(50);
    await end(world);
  });
});

describe('What doctor finds of the end of a key', () => {
  it('a finding names the key, and a root needs another remedy, because it is not rotated', async () => {
    const world = await startWorld();
    const { keys } = await world.admin('listKeys', {});
    const end = Date.parse((await activeKey(world, 'iaca')).notAfterTime);
    world.advance(end - world.now() - 75 * DAY);
    const { findings } = await world.admin('getFindings', {});
    const failures = findings.filter(({ check, level }) => check === 'keys' && level === 'failure');
    const ended = (role: string, name: string) => ({
      keyId: keys.find((key) => key.role === role)?.id,
      text: `the certificate of the ${name} has ended`,
      remedy: expect.stringContaining('diptych keys rotate'),
    });
    expect(failures.toSorted((one, other) => (one.text < other.text ? -1 : 1))).toMatchObject([
      ended('documentSigner', 'document signer'),
      ended('encryption', 'encryption key'),
      ended('identity', 'identity key'),
      {
        keyId: keys.find((key) => key.role === 'iaca')?.id,
        text: 'the certificate of the root ends in 75 days',
        remedy: expect.stringContaining('add a new root'),
      },
    ]);
    await world.close();
  });
});

describe('A new document signer (D6.3)', () => {
  it('a new document signer is valid for 120 days after the day on which it is made, or for keys.documentSigner.days, but never for more than 457 days', async () => {
    const days = async (settings: Readonly<Record<string, unknown>>) => {
      const world = await startWorld({ settings });
      const { notBeforeTime, notAfterTime } = await activeKey(world, 'documentSigner');
      const today = Math.floor(world.now() / DAY) * DAY;
      await world.close();
      return [
        Math.floor((Date.parse(notAfterTime) - today) / DAY),
        Math.round((Date.parse(notAfterTime) - Date.parse(notBeforeTime)) / DAY),
      ];
    };
    expect(await days({})).toEqual([120, 122]);
    expect(await days({ 'keys.documentSigner.days': 457 })).toEqual([455, 457]);
  });

  it('MSOs have their whole validity until the rotation of their signer is due', async () => {
    const world = await startWorld();
    const madeAt = world.now();
    world.advance(90 * DAY);
    const { device } = await activePhone(world, 1, { encrypt: false });
    const expected = (Math.floor(madeAt / DAY) + 90 + 30) * DAY;
    expect(device.state.authKeys[0]?.certified?.expiresAt).toBe(expected);
    await world.close();
  });

  it('the rotation of a document signer is due after keys.documentSigner.rotateDays, even if its certificate is valid for longer', async () => {
    const settings = { 'keys.documentSigner.days': 457, 'keys.documentSigner.rotateDays': 90 };
    let world = await startWorld({ settings });
    const madeAt = world.now();
    const rotationDue = async () => {
      const { findings } = await world.admin('getFindings', {});
      const found = findings.filter(({ text }) => text.includes('keys.documentSigner.rotateDays'));
      return [lines(world, 'key rotation is due').length, found.length];
    };
    expect(await rotationDue()).toEqual([0, 0]);
    await world.server.close();
    world = await startWorld({ folder: world.folder, startAt: madeAt + 91 * DAY, settings });
    expect(await rotationDue()).toEqual([1, 1]);
    const secondsLeft = async () => {
      const text = await (await fetch(`${world.server.adminUrl}/metrics`)).text();
      return Number(/^diptych_key_rotation_due_seconds\{role="documentSigner"\} (-?\d+)$/m.exec(text)?.[1]);
    };
    expect(await secondsLeft()).toBeLessThan(0);
    for (const finish of [false, true]) await world.admin('rotateKey', { role: 'documentSigner', finish });
    expect(await secondsLeft()).toBe(90 * 86_400);
    await end(world);
  });

  it('a rotation after the end of the certificate is refused as a setting', async () => {
    const settings = { 'keys.documentSigner.days': 60, 'keys.documentSigner.rotateDays': 60 };
    await expect(startWorld({ settings })).rejects.toThrow('keys.documentSigner.rotateDays');
  });
});
