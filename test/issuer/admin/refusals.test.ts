import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { type Phone, proofedPhone } from '../../support/devices.ts';
import { newOperator } from '../../support/operator.ts';
import { codeFor } from '../../support/records.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const HOUR = 3_600_000;
const world = useWorld({ settings: { 'issuer.decisions': 'manual', 'issuer.pendingTtlSeconds': 3600 } });
const admin = (name: 'acceptProofing' | 'rejectProofing' | 'resumeProofing' | 'revokeProofing', id: string) =>
  world().admin(name, { id });

const now = () => `${new Date(world().now()).toISOString().slice(0, 16).replace('T', ' ')} UTC`;

/** The message for the operator. All these refusals are failed preconditions. */
async function told(work: Promise<unknown>): Promise<string> {
  return (await adminRefusal(work, 'FAILED_PRECONDITION')).message;
}

async function active(): Promise<Phone> {
  const phone = await proofedPhone(world());
  await admin('acceptProofing', phone.ids.proofingId);
  await phone.device.provision();
  await phone.device.provisionMsos(1);
  return phone;
}

describe('The error for an operator whose request does not fit the state', () => {
  it('the error says when the change was already made, and by whom', async () => {
    const { connection, id: by } = await newOperator(world(), 'approver', 'first');
    const { proofingId: id } = (await proofedPhone(world())).ids;
    await callAdmin(connection, 'rejectProofing', { id });
    const text = `the proofing was already rejected on ${now()} by ${by}`;
    world().advance(HOUR);
    expect(await told(admin('rejectProofing', id))).toBe(text);
  });

  it('the error names the current state and the methods that it allows', async () => {
    const { ids } = await proofedPhone(world());
    const id = ids.proofingId;
    expect(await told(admin('resumeProofing', id))).toBe(
      `the proofing is already pending since ${now()} by the wallet`,
    );
    expect(await told(admin('revokeProofing', id))).toBe(
      `the proofing cannot be revoked: it is pending since ${now()} by the wallet; possible now: accept, reject, challenge`,
    );
    await admin('acceptProofing', id);
    expect(await told(admin('rejectProofing', id))).toBe(
      `the proofing cannot be rejected: it was accepted on ${now()} by operator; possible now: revoke`,
    );
    const other = await proofedPhone(world());
    await other.device.cancel();
    expect(await told(admin('acceptProofing', other.ids.proofingId))).toBe(
      `the proofing cannot be accepted: it was canceled on ${now()} by the wallet; that is final`,
    );
  });

  it('the error says that a deadline has passed, also before the sweep records it', async () => {
    const { proofingId } = (await proofedPhone(world())).ids;
    world().advance(HOUR);
    expect(await told(admin('acceptProofing', proofingId))).toBe(
      `the proofing cannot be accepted: it was expired on ${now()} because its deadline passed; that is final`,
    );
  });

  it('a decided proofing is refused by its state, also if the record is revoked or the person was erased', async () => {
    const { ids, holderId } = await proofedPhone(world());
    await admin('rejectProofing', ids.proofingId);
    const text = `the proofing cannot be accepted: it was rejected on ${now()} by operator; that is final`;
    await world().admin('revokeHolder', { id: holderId });
    expect(await told(admin('acceptProofing', ids.proofingId))).toBe(text);
    await world().admin('eraseHolder', { id: holderId });
    expect(await told(admin('acceptProofing', ids.proofingId))).toBe(text);
  });

  it('the error names the state of a credential', async () => {
    const { credentialId: id } = (await active()).ids;
    await world().admin('revokeCredential', { id });
    expect(await told(world().admin('revokeCredential', { id }))).toBe(
      `the credential was already revoked on ${now()} by operator`,
    );
    expect(await told(world().admin('clearAction', { id }))).toContain(
      'cannot be cleared of its required action',
    );
  });

  it('the error names the state of a code, and of its holder', async () => {
    const { ids, holderId } = await proofedPhone(world());
    const [used] = (await world().admin('listCodes', { holderId })).codes;
    expect(await told(world().admin('revokeCode', { id: used?.id ?? '' }))).toContain(
      `the code was already used on ${now()} by the proofing ${ids.proofingId}`,
    );
    await world().admin('revokeHolder', { id: holderId });
    expect(await told(codeFor(world(), holderId))).toContain(`revoked on ${now()} by operator`);
    expect(await told(admin('acceptProofing', ids.proofingId))).toContain(`revoked on ${now()} by operator`);
  });

  it('the error names the stage of a key', async () => {
    await world().admin('rotateKey', { role: 'identity' });
    expect(await told(world().admin('rotateKey', { role: 'identity' }))).toBe(
      `a rotation of the identity key is under way since ${now()} by operator; end it with --finish first`,
    );
    const { keys } = await world().admin('rotateKey', { role: 'identity', finish: true });
    const retired = keys.find(({ role, stage }) => role === 'identity' && stage === 'retired');
    expect(await told(world().admin('discardKey', { id: retired?.id ?? '' }))).toContain(
      `the key was retired on ${now()} by operator`,
    );
  });
});

describe('A wallet that is refused by a state', () => {
  it('the error does not tell a wallet when the state changed, or by whom', async () => {
    const { ids } = await active();
    await admin('revokeProofing', ids.proofingId);
    const { body } = await world().operate('cancelProofing', ids);
    expect(body.errorDescription).toBe('a proofing that is revoked cannot take the event "cancel"');
  });
});
