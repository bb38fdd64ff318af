import { verify, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CustodyError } from '../../src/keys/custody.ts';
import { activePhone, bodyOf, registeredDevice, send } from '../support/devices.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { adminRefusal, expectRefusal } from '../support/refusal.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { activeKey, chainOf, keysOf, type Role, retireKeys, stagesOf } from './support/keys.ts';
import { PLACES, type Place } from './support/places.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;

describe.each(PLACES)('Rotation of keys in $kind', ({ missing, make }) => {
  describe.skipIf(missing !== undefined)('Rotation of keys (U3)', () => {
    let place: Place;
    let world: World;
    beforeAll(() => {
      place = make();
    }, HOOK_TIMEOUT);
    beforeEach(async () => {
      await world?.close();
      world = await startWorld({ settings: { ...place.settings, 'keys.graceDays': 30 } });
    }, HOOK_TIMEOUT);
    afterAll(async () => {
      await world.close();
      place.remove();
    });

    const start = (role: Exclude<Role, 'iaca'>) => world.admin('rotateKey', { role });
    const finish = (role: Exclude<Role, 'iaca'>) => world.admin('rotateKey', { role, finish: true });
    const heldIds = async () =>
      (await world.admin('listKeys', {})).keys.flatMap(({ id, custody }) => (custody ? [id] : []));
    const published = async () => (await world.operate('getIdentityKey')).body.issuerIdentityCertificate;

    it('two identity certificates are served during a rotation, and one afterwards', async () => {
      expect(await published()).toHaveLength(1);
      await start('identity');
      const during = await published();
      expect(during).toHaveLength(2);
      await finish('identity');
      expect(await published()).toEqual([during[1]]);
    });

    it('(I5) the next document signer is certified by the same root and signs once the rotation ends', async () => {
      const { id: before } = await activeKey(world, 'documentSigner');
      const { device } = await activePhone(world);
      const signer = async () => {
        await device.refresh(1);
        return chainOf(device).map(({ serialHex }) => serialHex);
      };
      await start('documentSigner');
      expect(await stagesOf(world, 'documentSigner')).toEqual(['active', 'next']);
      expect(await signer()).toEqual([before]);
      await finish('documentSigner');
      const next = await activeKey(world, 'documentSigner');
      expect(await signer()).toEqual([next.id]);
      const root = new X509Certificate((await activeKey(world, 'iaca')).certificate);
      expect(new X509Certificate(next.certificate).verify(root.publicKey)).toBe(true);
    });

    it('the old encryption key decrypts for the grace time; then the sweep retires and destroys it', async () => {
      const device = await registeredDevice(world);
      const sealed = await bodyOf(device, 'proofUser', async (copy) =>
        copy.proof(await codeFor(world, await newHolder(world))),
      );
      const { id } = await activeKey(world, 'encryption');
      await start('encryption');
      world.advance(30 * DAY - 1);
      expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 0 });
      expect((await send(world, 'proofUser', sealed)).status).not.toBe(400);
      world.advance(1);
      expect(await retireKeys(world)).toEqual({ retired: 1, destroyed: 0 });
      expect(await stagesOf(world, 'encryption')).toEqual(['active', 'retired']);
      expect(await heldIds()).toContain(id);
      world.advance(MINUTE);
      expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 1 });
      expect(await heldIds()).not.toContain(id);
      expect(await retireKeys(world)).toEqual({ retired: 0, destroyed: 0 });
      await registeredDevice(world);
    });

    it('a process that has not noticed the rotation can still use the retired key', async () => {
      const other = await startWorld({ folder: world.folder, settings: place.settings });
      const { device } = await activePhone(other);
      const sealed = await bodyOf(device, 'provisionMobileSecurityObjects', (copy) => copy.refresh(1));
      for (const role of ['encryption', 'identity', 'documentSigner'] as const) {
        await start(role);
        await finish(role);
      }
      await retireKeys(world);
      const { status } = await other.post('/v1/vdc/provisionMobileSecurityObjects', JSON.stringify(sealed));
      expect(status).toBe(200);
      await other.close();
    });

    it('no process signs with the old identity key once its certificate is no longer served', async () => {
      const other = await startWorld({ folder: world.folder, settings: place.settings });
      const { keyring } = other.server.context.keys;
      await start('identity');
      keyring.forget();
      await keyring.identitySigner();
      await finish('identity');
      const content = Buffer.alloc(32);
      const signature = await (await keyring.identitySigner())(content);
      const { publicKey: key } = new X509Certificate((await activeKey(world, 'identity')).certificate);
      expect(verify('sha256', content, { key, dsaEncoding: 'ieee-p1363' }, signature)).toBe(true);
      await other.close();
    });

    it('a retired key that was left by a crash is destroyed by the next sweep, once', async () => {
      const { id } = await activeKey(world, 'identity');
      await start('identity');
      await finish('identity');
      world.advance(MINUTE);
      const other = await startWorld({
        folder: world.folder,
        settings: place.settings,
        startAt: world.now(),
      });
      const swept = await Promise.all([retireKeys(world), retireKeys(other)]);
      expect(swept.map(({ destroyed }) => destroyed)).toContain(1);
      await other.close();
      expect(await heldIds()).not.toContain(id);
      const custody = place.open();
      await expect((async () => custody.sign(id, Buffer.alloc(1)))()).rejects.toThrow(CustodyError);
      custody.close();
    });

    it.each(['documentSigner', 'identity', 'encryption'] as const)(
      'a rotation is started once and finished once: %s',
      async (role) => {
        await adminRefusal(finish(role), 'FAILED_PRECONDITION', 'ROTATION_STATE');
        const started = await Promise.allSettled([start(role), start(role), start(role)]);
        expect(started.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await keysOf(world, role)).toHaveLength(2);
        expect(await heldIds()).toHaveLength(5);
        await finish(role);
        await adminRefusal(finish(role), 'FAILED_PRECONDITION', 'ROTATION_STATE');
      },
    );

    it('an encryption key that an operator retires stops decrypting at once', async () => {
      const device = await registeredDevice(world);
      const sealed = await bodyOf(device, 'proofUser', async (copy) =>
        copy.proof(await codeFor(world, await newHolder(world))),
      );
      await start('encryption');
      await finish('encryption');
      expectRefusal(await send(world, 'proofUser', sealed), 'invalidPayloadEncryption');
    });
  });
});
