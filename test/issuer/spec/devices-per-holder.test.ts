import { describe, expect, it } from 'vitest';
import { registeredDevice } from '../../support/devices.ts';
import { issuerOf } from '../../support/panels.ts';
import { codeFor, MDL, newHolder } from '../../support/records.ts';
import { adminRefusal, refusalOf, rejectedAutomatically } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';
import type { World } from '../../support/world.ts';

const DAY = 86_400_000;
const LIMIT = { 'issuer.maxDevicesPerHolder': 1, 'issuer.acceptedTtlSeconds': 86_400 * 90 };
const one = useWorld({ settings: LIMIT });
const releasing = useWorld({ settings: { ...LIMIT, 'issuer.releaseSilentDevices': true } });
const two = useWorld({
  settings: {
    'issuer.byDocumentType': { [MDL]: { maxDevicesPerHolder: 2, decisions: 'manual' } },
  },
});

const reached = (maxNumberOfProvisioningsAllowed: number) =>
  rejectedAutomatically({ maxProvisioningsReached: { maxNumberOfProvisioningsAllowed } });

async function accepted(world: World, holderId: string) {
  const device = await registeredDevice(world);
  await device.proof(await codeFor(world, holderId));
  return device;
}

async function active(world: World, holderId: string) {
  const device = await accepted(world, holderId);
  await device.provision();
  await device.provisionMsos(1);
  return device;
}

const silent = async (holderId: string) =>
  (await one().admin('listSilentDevices', {})).devices.filter((device) => device.holderId === holderId);

describe('maxProvisioningsReached: the maximum number of devices allowed by issuer policy was reached', () => {
  it('a proofing is rejected with maxProvisioningsReached while another device has the credential', async () => {
    const holderId = await newHolder(one());
    await active(one(), holderId);
    expect(await (await accepted(one(), holderId)).proofingStatus()).toEqual(reached(1));
  });

  it('a proofing is rejected with maxProvisioningsReached while another device was accepted and may still fetch the credential', async () => {
    const holderId = await newHolder(one());
    const first = await accepted(one(), holderId);
    expect(await (await accepted(one(), holderId)).proofingStatus()).toEqual(reached(1));
    await one().admin('revokeProofing', { id: first.state.proofing?.proofingId ?? '' });
    expect(await (await accepted(one(), holderId)).proofingStatus()).toEqual({ accepted: {} });
  });

  it('the device that has the credential can start another proofing without maxProvisioningsReached', async () => {
    const device = await active(one(), await newHolder(one()));
    const holders = await one().admin('getCredential', { id: device.state.credentialId ?? '' });
    await device.proof(await codeFor(one(), holders.holderId));
    expect(await device.proofingStatus()).toEqual({ accepted: {} });
  });

  it.each([
    ['deleted it', (_: World, device: Awaited<ReturnType<typeof active>>) => device.notifyDeleted()],
    [
      'had it revoked',
      (world: World, device: Awaited<ReturnType<typeof active>>) =>
        world.admin('revokeCredential', { id: device.state.credentialId ?? '' }),
    ],
  ])('maxProvisioningsReached no longer applies after the other device %s', async (_, end) => {
    const holderId = await newHolder(one());
    await end(one(), await active(one(), holderId));
    expect(await (await accepted(one(), holderId)).proofingStatus()).toEqual({ accepted: {} });
  });

  it('U9: a device that fetched no MSOs for twice their validity no longer counts, is listed, and its place is released', async () => {
    const holderId = await newHolder(one());
    const device = await active(one(), holderId);
    one().advance(59 * DAY);
    expect(await (await accepted(one(), holderId)).proofingStatus()).toEqual(reached(1));
    expect(await silent(holderId)).toEqual([]);
    const { deviceReferenceId: id, credentialId = '' } = device.state;
    await adminRefusal(one().admin('releaseDevice', { id }), 'FAILED_PRECONDITION', 'INVALID_STATE');
    one().advance(DAY);
    const next = await accepted(one(), holderId);
    expect(await next.proofingStatus()).toEqual({ accepted: {} });
    await next.provision();
    expect((await device.status()).credentialStatus).toEqual({ active: {} });
    expect(await silent(holderId)).toMatchObject([{ id, credentialId, silentDays: 60 }]);
    expect((await one().admin('listSilentDevices', { pageSize: 1 })).devices).toHaveLength(1);
    expect(await issuerOf(one().server).releaseSilentDevices()).toBe(0);
    await one().admin('releaseDevice', { id });
    expect(await silent(holderId)).toEqual([]);
    const { events } = await one().admin('listEvents', { subjectId: credentialId });
    expect(events.at(-1)).toMatchObject({ event: 'revoke', reason: 'deviceSilent', actor: 'operator' });
    expect((await device.status()).credentialStatus).toEqual({ revoked: {} });
    await refusalOf(device.provisionMsos(1), 'invalidState');
  });

  it('U9: with issuer.releaseSilentDevices, credentials of silent devices are revoked without an operator, and the audit log names the reason', async () => {
    const holderId = await newHolder(releasing());
    const device = await active(releasing(), holderId);
    const release = () => issuerOf(releasing().server).releaseSilentDevices();
    releasing().advance(59 * DAY);
    const other = await active(releasing(), await newHolder(releasing()));
    expect(await release()).toBe(0);
    releasing().advance(DAY);
    expect([await release(), await release()]).toEqual([1, 0]);
    expect((await device.status()).credentialStatus).toEqual({ revoked: {} });
    expect((await other.status()).credentialStatus).toEqual({ active: {} });
    const { events } = await releasing().admin('listEvents', { subjectId: device.state.credentialId ?? '' });
    expect(events.at(-1)).toMatchObject({ event: 'revoke', reason: 'deviceSilent', actor: 'deadline' });
  });

  it('an accepted proofing cannot be provisioned once another device took the last place', async () => {
    const holderId = await newHolder(one());
    const late = await accepted(one(), holderId);
    one().advance(60 * DAY);
    const next = await accepted(one(), holderId);
    await next.provision();
    await refusalOf(late.provision(), 'invalidState');
  });

  it('maxDevicesPerHolder is set for each document type, and also limits what operators can accept', async () => {
    const holderId = await newHolder(two());
    const devices = [];
    for (let count = 0; count < 3; count += 1) devices.push(await accepted(two(), holderId));
    const ids = devices.map(({ state }) => state.proofing?.proofingId ?? '');
    for (const id of ids.slice(0, 2)) await two().admin('acceptProofing', { id });
    const [, , third = ''] = ids;
    const refused = two().admin('acceptProofing', { id: third });
    await adminRefusal(refused, 'FAILED_PRECONDITION', 'MAX_PROVISIONINGS_REACHED');
    expect(await devices[2]?.proofingStatus()).toEqual({ pending: {} });
    expect(await (await accepted(two(), holderId)).proofingStatus()).toEqual(reached(2));
  });
});
