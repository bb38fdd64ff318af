import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { PinnedKey } from '../../src/audit/ports/seals.ts';
import { callAdmin } from '../../src/cli/admin/client.ts';
import { AwaitsApproval } from '../../src/client/errors.ts';
import { SettingsError } from '../../src/server/config/load-settings.ts';
import { diptych, to } from '../support/cli.ts';
import { execute, rows } from '../support/database.ts';
import { useGuardedWorld } from '../support/guarded-world.ts';
import { adminRefusal } from '../support/refusal.ts';
import { alarmsOf, QUIET, sealLines, verifyEvents } from '../support/seals.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { PLACES, type Place } from './support/places.ts';

const ELSE = 'f'.repeat(64);

describe.each(PLACES)('The seal key in $kind', ({ kind, missing, make }) => {
  describe.skipIf(missing !== undefined)('Life cycle of the seal key', () => {
    let place: Place;
    let folder: string;
    let world: World;
    let now: number | undefined;
    /** Runs a test only for keys in files, because its result does not depend on the key store. */
    const once: (name: string, test: () => Promise<void>) => void = kind === 'files' ? it : () => {};
    beforeAll(() => {
      place = make();
    }, HOOK_TIMEOUT);
    afterAll(() => place.remove());

    const start = (settings: Readonly<Record<string, unknown>> = {}) =>
      startWorld({
        folder,
        settings: { ...place.settings, ...settings },
        ...(now !== undefined && { startAt: now }),
      });
    async function restart(settings: Readonly<Record<string, unknown>> = {}, meanwhile = () => {}) {
      now = world.now();
      await world.close();
      meanwhile();
      world = await start(settings);
    }
    const pinPath = () => join(folder, 'keys', 'seal.pin');
    const pinned = () =>
      (JSON.parse(readFileSync(pinPath(), 'utf8')) as { readonly keys: readonly PinnedKey[] }).keys;
    const seals = () => world.admin('getSeals', {});
    const sealKey = async () => (await seals()).keys.at(-1) as string;
    const rotate = () => world.admin('rotateSealKey', { reason: 'scheduled' });
    const reset = () => world.admin('resetSeals', { reason: 'keyLost' });
    const destroyKey = () => world.server.context.keys.seals.destroy(pinned().at(-1)?.keyId as string);
    const round = () => world.server.seals.round(world.server.context.sealLog);

    beforeEach(async () => {
      folder = temporaryFolder('seal-key');
      now = undefined;
      world = await start();
      await sealLines(world);
    }, HOOK_TIMEOUT);
    afterEach(() => world.close());

    it('the digest of the seal key is pinned beside the private keys, and stays the same after a restart', async () => {
      const key = await sealKey();
      expect(key).toMatch(/^[0-9a-f]{64}$/);
      expect(pinned()).toEqual([expect.objectContaining({ digest: key })]);
      await restart();
      await sealLines(world);
      expect(await seals()).toMatchObject({ keys: [key], seal: 2 });
      expect(await verifyEvents(world)).toMatchObject({ exit: 0, keys: [key], keyChanges: [] });
    });

    once(
      'a data folder of a version without seal.pin gets a pinned seal key at the first start, and its seals verify',
      async () => {
        const key = await sealKey();
        await restart({}, () => {
          rmSync(pinPath());
          rmSync(join(folder, 'seal.seen'));
        });
        expect((await seals()).keys).toEqual([key]);
        await sealLines(world);
        expect(await verifyEvents(world)).toMatchObject({ exit: 0, seals: 2, keys: [key] });
        expect(await alarmsOf(world)).toEqual({ ...QUIET, doctor: expect.anything() });
      },
    );

    once('the server starts only if the seal key in audit.sealKey is the pinned one', async () => {
      const key = await sealKey();
      await restart({ 'audit.sealKey': key });
      await world.close();
      await expect(start({ 'audit.sealKey': ELSE })).rejects.toThrow(SettingsError);
      await expect(start({ 'audit.sealKey': ELSE })).rejects.toThrow(/audit\.sealKey: .*; restore/);
      world = await start();
    });

    once('the server starts only if the key store has the seal key in audit.sealKey', async () => {
      const key = await sealKey();
      await destroyKey();
      await world.close();
      rmSync(pinPath());
      await expect(start({ 'audit.sealKey': key })).rejects.toThrow(/audit\.sealKey: .*; restore/);
      world = await start();
      expect((await alarmsOf(world)).warnings).toEqual([
        expect.stringContaining('no key of seals is pinned'),
      ]);
    });

    it('a seal key that differs from the pinned one seals nothing, and the server refuses to start', async () => {
      const { context } = world.server;
      const other = await context.keys.seals.create();
      const [own] = pinned();
      context.keys.seals.pin([{ ...(own as PinnedKey), keyId: other.keyId }]);
      expect((await seals()).problem).toContain('another one than the pinned one');
      await expect(sealLines(world)).rejects.toThrow('another one than the pinned one');
      await world.close();
      await expect(start()).rejects.toThrow(/keys\.custody: the key of the seals is not the one/);
      context.keys.seals.pin([own as PinnedKey]);
      world = await start();
    });

    it('a new seal key is announced by a signature of the old one; both digests verify the audit log, and the old key is destroyed', async () => {
      const [before, id] = [await sealKey(), pinned()[0]?.keyId as string];
      const { keys } = await rotate();
      expect(keys).toEqual([before, expect.stringMatching(/^[0-9a-f]{64}$/)]);
      expect(await world.server.context.keys.seals.key(id)).toBeUndefined();
      await restart({ 'audit.sealKey': before });
      await sealLines(world);
      for (const key of keys) {
        const verified = await verifyEvents(world, '--seal-key', key);
        expect(verified).toMatchObject({ exit: 0, seals: 3, keys, unsealedLines: 0 });
        expect(verified.keyChanges).toEqual([
          expect.objectContaining({
            kind: 'announced',
            seal: 2,
            reason: 'scheduled',
            operatorId: 'operator',
          }),
        ]);
      }
      expect((await verifyEvents(world, '--seal-key', ELSE)).exit).toBe(1);
      expect(rows(world, "select event, reason from state_change where event = 'rotateSealKey'")).toEqual([
        { event: 'rotateSealKey', reason: 'scheduled' },
      ]);
      expect(await alarmsOf(world)).toMatchObject({ warnings: [] });
    });

    once(
      'a rotation of the seal key fails and leaves no key behind if a seal is made meanwhile',
      async () => {
        const { seals: custody } = world.server.context.keys;
        const { create } = custody;
        let made = '';
        vi.spyOn(custody, 'create').mockImplementationOnce(async () => {
          const fresh = await create();
          made = fresh.keyId;
          await sealLines(world);
          return fresh;
        });
        const key = await sealKey();
        await adminRefusal(rotate(), 'ABORTED', 'SEALED_MEANWHILE');
        expect(await custody.key(made)).toBeUndefined();
        expect(await seals()).toMatchObject({ keys: [key], seal: 2 });
      },
    );

    once('a process that missed a rotation finds the new seal key by its announcement', async () => {
      const before = pinned();
      const { keys } = await rotate();
      world.server.context.keys.seals.pin(before);
      await sealLines(world);
      expect(await seals()).toMatchObject({ keys, seal: 3 });
    });

    it('a lost seal key is reported and only sealing stops; verification always shows the reset', async () => {
      const lost = await sealKey();
      await adminRefusal(reset(), 'FAILED_PRECONDITION', 'SEALS_WHOLE');
      await destroyKey();
      await restart();
      await sealLines(world).catch(() => {});
      await round();
      expect((await seals()).seal).toBe(1);
      expect((await alarmsOf(world)).warnings).toEqual([expect.stringContaining('is not held')]);
      await adminRefusal(rotate(), 'FAILED_PRECONDITION', 'SEALS_BROKEN');
      const { keys } = await reset();
      await round();
      await sealLines(world);
      await restart();
      expect((await alarmsOf(world)).warnings).toEqual([]);
      const verified = await verifyEvents(world);
      expect(verified).toMatchObject({ exit: 0, keys: [lost, ...keys], unsealedLines: 0 });
      expect(verified.keyChanges).toEqual([
        expect.objectContaining({ kind: 'reset', seal: 2, reason: 'keyLost', operatorId: 'operator' }),
      ]);
      // If somebody trusts only the lost key, verification reports that nobody vouches for the later entries.
      const { exit, problem } = await verifyEvents(world, '--seal-key', lost);
      expect([exit, problem]).toEqual([1, expect.objectContaining({ seal: 2 })]);
    });

    once('a seal key that audit.sealKey names can be reset only after the setting is removed', async () => {
      await restart({ 'audit.sealKey': await sealKey() });
      await destroyKey();
      await adminRefusal(reset(), 'FAILED_PRECONDITION', 'SEAL_KEY_SET');
    });
  });
});

it('diptych seals shows, rotates and resets the seal key, and exits with 1 while the last seals do not verify', async () => {
  const world = await startWorld();
  const run = (...args: readonly string[]) => diptych('seals', ...args, ...to(world));
  await sealLines(world);
  const first = (await world.admin('getSeals', {})).keys[0];
  const status = await run('status');
  expect([status.exit, status.out]).toEqual([0, expect.stringContaining(`key   ${first}\nseal  1\nhead`)]);
  const rotated = await run('rotate', '--reason', 'scheduled', '--yes');
  expect([rotated.exit, rotated.out]).toEqual([0, expect.stringContaining(`before  ${first}\nseal  2\n`)]);
  const whole = await run('reset', '--reason', 'keyLost', '--yes');
  expect([whole.exit, whole.err]).toEqual([1, expect.stringMatching(/use .*diptych seals rotate/)]);
  execute(world.server.context.folder.database, 'delete from trail_seal where seal_number = 2');
  const broken = await run('status');
  expect([broken.exit, broken.out]).toEqual([1, expect.stringContaining('WRONG  a seal that was made')]);
  const reset = await run('reset', '--reason', 'databaseRestored', '--yes');
  expect([reset.exit, reset.out]).toEqual([0, expect.stringMatching(/seal {2}2\n.*\nthe last seals verify/)]);
  await world.close();
});

describe('An older database that was restored', () => {
  it('restoring an older database is reported, and the reset names the lost seal', async () => {
    const world = await startWorld();
    await sealLines(world);
    await sealLines(world);
    const { seal, head } = await world.admin('getSeals', {});
    execute(world.server.context.folder.database, 'delete from trail_seal where seal_number = 2');
    expect((await world.admin('getSeals', {})).problem).toContain('an older database was restored');
    await world.admin('resetSeals', { reason: 'databaseRestored' });
    const [row] = rows(world, 'select statement from trail_seal where seal_number = 2');
    expect(JSON.parse(String(row?.statement))).toMatchObject({
      reset: { reason: 'databaseRestored', operatorId: 'operator', seen: { seal, head } },
    });
    expect((await world.admin('getSeals', {})).problem).toBeUndefined();
    await world.close();
  });

  it('a damaged seal.pin keeps the server from starting, and the message names the file', async () => {
    const world = await startWorld();
    await sealLines(world);
    const { folder, now } = world;
    const pin = join(folder, 'keys', 'seal.pin');
    writeFileSync(pin, '{}');
    await expect(startWorld({ folder, startAt: now() })).rejects.toThrow(
      /keys\.custody: .*seal\.pin is damaged/,
    );
    await world.close();
  });
});

describe('The seal key with admin.secondPerson: keys', () => {
  const { world, operator } = useGuardedWorld(
    { 'admin.secondPerson': ['keys'] },
    { ada: 'administrator', bob: 'administrator' },
  );

  it('a change of the seal key names both persons', async () => {
    const [ada, bob] = [operator('ada'), operator('bob')];
    await sealLines(world());
    const asked = await callAdmin(ada.connection, 'rotateSealKey', { reason: 'keyCompromised' }).catch(
      (error: unknown) => error as AwaitsApproval,
    );
    expect(asked).toBeInstanceOf(AwaitsApproval);
    const { id } = (asked as AwaitsApproval).approval;
    await callAdmin(bob.connection, 'approveApproval', { id });
    expect((await verifyEvents(world())).keyChanges).toEqual([
      expect.objectContaining({ kind: 'announced', operatorId: ada.id, approverId: bob.id }),
    ]);
  });
});
