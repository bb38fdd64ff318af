import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone, bodyOf, provisionedPhone, send } from '../support/devices.ts';
import { adminRefusal, expectRefusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

const DAY = 86_400_000;

describe('A revocation is final', () => {
  it('refuses a second credential from the proofing of a revoked one', async () => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    await world().admin('revokeCredential', { id });
    const other = { ...body, credentialId: randomUUID() };
    const answer = await expectNothingWritten(world(), () => send(world(), 'provisionCredential', other));
    expectRefusal(answer, 'invalidState');
  });

  it('refuses a second credential also after a passed deadline revoked the first', async () => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    await world().admin('requireAction', { id, action: { deadlineTimeMillis: String(world().now() + DAY) } });
    world().advance(2 * DAY);
    const answer = await send(world(), 'provisionCredential', { ...body, credentialId: randomUUID() });
    expectRefusal(answer, 'invalidState');
  });

  it('a credential whose deadline has passed is not superseded by a change of the record', async () => {
    const { device, holderId } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    await world().admin('requireAction', { id, action: { deadlineTimeMillis: String(world().now() + DAY) } });
    world().advance(2 * DAY);
    expect(await world().admin('revokeHolder', { id: holderId })).toMatchObject({ revokedCredentials: 0 });
    expect((await world().admin('getCredential', { id })).state).toBe('revoked');
  });
});

describe('A required action that an operator sets', () => {
  const action = (submitProofing: object) => ({
    deadlineTimeMillis: String(world().now() + DAY),
    submitProofing,
  });

  it('remaining attempts begin at the most that there are', async () => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    const request = { id, action: action({ limitedAttempts: { maxAttempts: 3 } }) };
    const { userActionRequired } = await world().admin('requireAction', request);
    expect(userActionRequired?.submitProofing?.limitedAttempts).toMatchObject({ remainingAttempts: 3 });
  });

  it.each([
    { limitedAttempts: { maxAttempts: 2, remainingAttempts: 3 } },
    { limitedAttempts: { maxAttempts: -1 } },
    { limitedAttempts: {} },
    { limitedAttempts: { maxAttempts: 2 }, unlimitedAttempts: {} },
  ])('is refused when it makes no sense: %j', async (submitProofing) => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    await adminRefusal(
      world().admin('requireAction', { id, action: action(submitProofing) }),
      'INVALID_ARGUMENT',
    );
  });
});

describe('The order of checks', () => {
  it('state before signatures: a revoked credential and a bad key signature are an invalid state', async () => {
    const { device } = await provisionedPhone(world());
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    await world().admin('revokeCredential', { id: device.state.credentialId as string });
    body.deviceEncryptionKey.signature = 'AAAA';
    expectRefusal(await send(world(), 'provisionCredential', body), 'invalidState');
  });
});

describe('A body of very many elements', () => {
  it.each([
    ['proofUser', 'evidence'],
    ['provisionMobileSecurityObjects', 'authKeys'],
    ['registerDevice', 'deviceIdentityCertificateChain'],
  ] as const)('is refused by the number of them: %s', async (operation, list) => {
    const members = { deviceReferenceId: 'd', proofingId: 'p', credentialId: 'c', credentialVersionId: 'v' };
    const answer = await world().operate(operation, { ...members, [list]: Array(10_000).fill(1) });
    expect(expectRefusal(answer, 'invalidFieldValue')).toBe(`${list} must not have more than 1000 elements`);
  });

  it('ignores a body where no member is declared', async () => {
    const unknown = { a: Array(9_000).fill({ b: null }) };
    expect((await world().operate('healthCheck', { clientMessage: null, unknown })).status).toBe(200);
  });

  it('refuses a body with more than 20 000 values before parsing it', async () => {
    const answer = await world().operate('healthCheck', { unknown: Array(20_000).fill(1) });
    expectRefusal(answer, 'invalidFieldValue', 413);
  });
});
