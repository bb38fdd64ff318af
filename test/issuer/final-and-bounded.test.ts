import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { expectNothingWritten } from '../support/database.ts';
import { activePhone, bodyOf, provisionedPhone, send } from '../support/devices.ts';
import { adminRefusal, expectRefusal } from '../support/refusal.ts';
import { useWorld } from '../support/use-world.ts';

const world = useWorld();

const DAY = 86_400_000;

describe('A revocation is final', () => {
  it('the proofing of a revoked credential gives no second credential', async () => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    await world().admin('revokeCredential', { id });
    const other = { ...body, credentialId: randomUUID() };
    const answer = await expectNothingWritten(world(), () => send(world(), 'provisionCredential', other));
    expectRefusal(answer, 'invalidState');
  });

  it('the proofing of a credential that was revoked by a deadline gives no second credential', async () => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    await world().admin('requireAction', { id, action: { deadlineTimeMillis: String(world().now() + DAY) } });
    world().advance(2 * DAY);
    const answer = await send(world(), 'provisionCredential', { ...body, credentialId: randomUUID() });
    expectRefusal(answer, 'invalidState');
  });

  it('a changed record creates no new version of a credential whose deadline has passed', async () => {
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

  it('remaining attempts start at the largest possible number', async () => {
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
  ])('a required action that makes no sense is refused: %j', async (submitProofing) => {
    const { device } = await activePhone(world(), 1);
    const id = device.state.credentialId as string;
    await adminRefusal(
      world().admin('requireAction', { id, action: action(submitProofing) }),
      'INVALID_ARGUMENT',
    );
  });
});

describe('The order of checks', () => {
  it('states are checked before signatures: a revoked credential with a bad key signature is an invalid state', async () => {
    const { device } = await provisionedPhone(world());
    const body = await bodyOf(device, 'provisionCredential', (copy) => copy.provision());
    await world().admin('revokeCredential', { id: device.state.credentialId as string });
    body.deviceEncryptionKey.signature = 'AAAA';
    expectRefusal(await send(world(), 'provisionCredential', body), 'invalidState');
  });
});

describe('A body with very many values', () => {
  it.each([
    ['proofUser', 'evidence'],
    ['provisionMobileSecurityObjects', 'authKeys'],
    ['registerDevice', 'deviceIdentityCertificateChain'],
  ] as const)('a body with too many values is refused by their number: %s', async (operation, list) => {
    const members = { deviceReferenceId: 'd', proofingId: 'p', credentialId: 'c', credentialVersionId: 'v' };
    const answer = await world().operate(operation, { ...members, [list]: Array(10_000).fill(1) });
    expect(expectRefusal(answer, 'invalidFieldValue')).toBe(`${list} must not have more than 1000 elements`);
  });

  it('members of a body are ignored where the operation declares none', async () => {
    const unknown = { a: Array(9_000).fill({ b: null }) };
    expect((await world().operate('healthCheck', { clientMessage: null, unknown })).status).toBe(200);
  });

  it('a body with more than 20 000 values is refused before it is parsed', async () => {
    const answer = await world().operate('healthCheck', { unknown: Array(20_000).fill(1) });
    expectRefusal(answer, 'invalidFieldValue', 413);
  });
});
