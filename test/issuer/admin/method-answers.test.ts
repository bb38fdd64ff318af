import { describe, expect, it } from 'vitest';
import { rows } from '../../support/database.ts';
import { activePhone, registeredDevice } from '../../support/devices.ts';
import { codeFor, newHolder } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const world = useWorld();
const HOUR = 3_600_000;

describe('issueCode', () => {
  it('issueCode returns a new code of 26 characters each time, and stores only its hash', async () => {
    const holderId = await newHolder(world());
    const codes = await Promise.all(Array.from({ length: 20 }, () => codeFor(world(), holderId)));
    expect(new Set(codes).size).toBe(20);
    for (const code of codes) expect(code).toMatch(/^[A-Za-z0-9]{26}$/);
    const stored = JSON.stringify(rows(world(), 'select * from pre_authorization_code'));
    for (const code of codes) expect(stored).not.toContain(code);
  });

  it.each([0, -1, 1.5, 31_536_001])('issueCode refuses a validity of %d seconds', async (ttlSeconds) => {
    const holderId = await newHolder(world());
    await adminRefusal(world().admin('issueCode', { holderId, ttlSeconds }), 'INVALID_ARGUMENT');
  });
});

describe('getProofing and getCredential', () => {
  it('getProofing and getCredential return the current state and the time of each change', async () => {
    const createTime = new Date(world().now()).toISOString();
    const { ids, holderId } = await activePhone(world());
    expect(await world().admin('getProofing', { id: ids.proofingId })).toEqual({
      id: ids.proofingId,
      deviceReferenceId: ids.deviceReferenceId,
      state: 'accepted',
      holderId,
      createTime,
      decideTime: createTime,
      decision: expect.objectContaining({ event: 'create', to: 'accepted', actor: 'wallet' }),
      etag: expect.any(String),
    });
    expect(await world().admin('getCredential', { id: ids.credentialId })).toEqual({
      id: ids.credentialId,
      deviceReferenceId: ids.deviceReferenceId,
      holderId,
      proofingId: ids.proofingId,
      state: 'active',
      channel: 'walletPlatform',
      versionId: expect.any(String),
      recordVersion: 1,
      createTime,
      updateTime: createTime,
      validMsos: 1,
      etag: expect.any(String),
    });
  });

  it('getCredential counts the MSOs of the current version that have not expired', async () => {
    const { device, ids } = await activePhone(world());
    const shown = () => world().admin('getCredential', { id: ids.credentialId });
    const { etag } = await shown();
    await device.provisionMsos(3);
    expect(await shown()).toMatchObject({ validMsos: 4, etag });
    world().advance(60 * 24 * HOUR);
    expect((await shown()).validMsos).toBe(0);
  });

  it('getProofing shows the cause of a rejection, but no holder', async () => {
    const device = await registeredDevice(world());
    const id = await device.proof('no such code');
    const view = await world().admin('getProofing', { id });
    expect(view).toMatchObject({
      state: 'rejected',
      rejected: { primaryRejection: { evidenceMismatch: {} } },
    });
    expect(view).not.toHaveProperty('holderId');
  });

  it('getProofing shows that a deadline has passed before the sweep records it', async () => {
    const { ids } = await activePhone(world());
    const id = ids.credentialId;
    const action = { deadlineTimeMillis: String(world().now() + HOUR) };
    expect((await world().admin('requireAction', { id, action })).userActionRequired).toEqual(action);
    world().advance(HOUR);
    const view = await world().admin('getCredential', { id });
    expect([view.state, view.userActionRequired]).toEqual(['revoked', undefined]);
    const { credentials } = await world().admin('listCredentials', {});
    expect(credentials.find((one) => one.id === id)?.state).toBe('revoked');
  });
});
