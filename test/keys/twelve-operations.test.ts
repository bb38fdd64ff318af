import { readdirSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPERATION_NAMES } from '../../src/issuer/contract/index.ts';
import { activePhone, proofedPhone } from '../support/devices.ts';
import { changeHolder } from '../support/records.ts';
import { HOOK_TIMEOUT } from '../support/use-world.ts';
import { startWorld, type World } from '../support/world.ts';
import { activeKey, derOf } from './support/keys.ts';
import { PLACES, type Place } from './support/places.ts';

function operationsThatWentWell(world: World): ReadonlySet<string> {
  const lines = world.log.map((line) => JSON.parse(line) as { operation?: string; outcome?: string });
  return new Set(
    lines.flatMap(({ operation, outcome }) => (operation && outcome === 'ok' ? [operation] : [])),
  );
}

describe.each(PLACES)(
  'A server whose document signer, identity and encryption keys are in $kind',
  ({ kind, missing, make }) => {
    describe.skipIf(missing !== undefined)('All operations of a device', () => {
      let place: Place;
      let world: World;
      beforeAll(async () => {
        place = make();
        world = await startWorld({ settings: place.settings });
      }, HOOK_TIMEOUT);
      afterAll(async () => {
        await world.close();
        place.remove();
      });

      it('a device can use all twelve operations, and trusts every signature up to the root', async () => {
        const trustedRoots = [derOf((await activeKey(world, 'iaca')).certificate)];
        await world.operate('healthCheck', { clientMessage: 'alive' });
        const { device, holderId } = await activePhone(world, 3, { trustedRoots });
        await changeHolder(world, holderId, { family_name: 'Other' });
        expect(await device.update(2)).toBe(true);
        expect(await device.refresh(2)).toBe(2);
        await device.status();
        await device.notifyDeleted();
        const settings = { ...place.settings, 'issuer.decisions': 'manual' };
        const undecided = await startWorld({ folder: world.folder, settings });
        const { device: waiting } = await proofedPhone(undecided);
        await waiting.proofingStatus();
        await waiting.cancel();
        await undecided.close();
        const done = new Set([...operationsThatWentWell(world), ...operationsThatWentWell(undecided)]);
        expect([...done].toSorted()).toEqual([...OPERATION_NAMES].toSorted());
      });

      it('all private keys are in the configured key store, and nowhere else', async () => {
        const { keys } = await world.admin('listKeys', {});
        expect(new Set(keys.map(({ custody }) => custody))).toEqual(new Set([kind]));
        const files = readdirSync(world.server.context.folder.keys).filter((name) => name.endsWith('.pem'));
        expect(files).toHaveLength(kind === 'files' ? keys.length : 0);
      });

      it('a device works through a rotation of every key', async () => {
        const { device } = await activePhone(world);
        for (const role of ['documentSigner', 'identity', 'encryption'] as const) {
          await world.admin('rotateKey', { role });
          expect(await device.refresh(1)).toBe(1);
          await world.admin('rotateKey', { role, finish: true });
          expect(await device.refresh(1)).toBe(1);
        }
        await activePhone(world);
      });

      it('a device is served after a restart with the same keys', async () => {
        const { settings } = place;
        const { keys } = await world.admin('listKeys', {});
        const again = await startWorld({ folder: world.folder, settings });
        expect((await again.admin('listKeys', {})).keys).toEqual(keys);
        await activePhone(again);
        await again.close();
        await activePhone(world);
      });

      it('the log never holds the PIN or a private key', () => {
        const { 'keys.pkcs11.pin': pin = 'PRIVATE KEY' } = place.settings;
        expect(world.log.join('\n')).not.toContain(String(pin));
        expect(world.log.join('\n')).not.toContain('PRIVATE KEY');
      });
    });
  },
);
