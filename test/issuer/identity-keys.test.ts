import { expect, it } from 'vitest';
import type { Device } from '../../src/wallet/index.ts';
import { execute } from '../support/database.ts';
import { activePhone, newDevice, registeredDevice } from '../support/devices.ts';
import { codeFor, newHolder } from '../support/records.ts';
import { refusalOf } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

it('a device that is marked because it shares the key of another one keeps it; a third one is refused', async () => {
  const active = await activePhone(world());
  const sharing = await registeredDevice(world());
  await sharing.proof(await codeFor(world(), await newHolder(world())));
  const { deviceReferenceId } = sharing.state;
  const { database } = world().server.context.folder;
  const key = '(select credential_key from device where device_reference_id = ?)';
  const owned = active.ids.deviceReferenceId;
  const set = `update device set shares_key = 1, credential_key = ${key} where device_reference_id = ?`;
  execute(database, set, owned, deviceReferenceId);
  const hash = '(select identity_key_hash from proofing where device_reference_id = ?)';
  const move = `update proofing set identity_key_hash = ${hash} where device_reference_id = ?`;
  execute(database, move, owned, deviceReferenceId);

  const again = ({ state }: Device, identity = state.identity!) =>
    newDevice(world(), { state: { ...state, identity } });
  const [owner, sharer] = [again(active.device), again(sharing, active.device.state.identity!)];
  await owner.refresh(1);
  await sharer.provision();
  await sharer.provisionMsos(1);
  const { sharesKey } = await world().admin('getDevice', { id: deviceReferenceId });
  expect(sharesKey).toBe(true);

  // A new certificate of the shared key is accepted; a third reference id for it is not.
  const sameKey = { identityKey: () => owner.state.identity!.key };
  await sharer.hostile(sameKey).register();
  await owner.hostile(sameKey).register();
  await refusalOf(newDevice(world()).hostile(sameKey).register(), 'invalidState');
});
