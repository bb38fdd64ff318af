import { beforeAll, describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import type { Connection } from '../../../src/cli/admin/connection.ts';
import { diptych, to } from '../../support/cli.ts';
import { proofedPhone } from '../../support/devices.ts';
import { newOperator, type TestOperator } from '../../support/operator.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const MINUTE = 60_000;

const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });
let ada: TestOperator;
let eve: TestOperator;

beforeAll(async () => {
  ada = await newOperator(world(), 'operator', 'ada');
  eve = await newOperator(world(), 'approver', 'eve');
}, HOOK_TIMEOUT);

const waiting = async () => (await proofedPhone(world())).ids.proofingId;
const claim = (by: Connection, id: string, takeOver?: boolean) =>
  callAdmin(by, 'claimProofing', { id, ...(takeOver && { takeOver }) });
const claimOf = async (id: string) => (await callAdmin(ada.connection, 'getProofing', { id })).claim;
const eventsOf = async (subjectId: string) =>
  (await callAdmin(ada.connection, 'listEvents', { subjectId })).events.filter(
    ({ event }) => event !== 'create',
  );

describe('A claim of a proofing', () => {
  it('a claim of a proofing lasts 5 minutes and names the operator', async () => {
    const id = await waiting();
    const { claim: made } = await claim(eve.connection, id);
    const expireTime = new Date(world().now() + 5 * MINUTE).toISOString();
    expect(made).toEqual({ operatorId: eve.id, name: eve.email, expireTime });
    expect(await claimOf(id)).toEqual(made);
    world().advance(5 * MINUTE);
    expect(await claimOf(id)).toBeUndefined();
  });

  it('an operator renews a claim without a further entry in the audit log', async () => {
    const id = await waiting();
    await claim(ada.connection, id);
    world().advance(4 * MINUTE);
    await claim(ada.connection, id);
    world().advance(4 * MINUTE);
    expect((await claimOf(id))?.operatorId).toBe(ada.id);
    expect((await eventsOf(id)).map(({ event }) => event)).toEqual(['claim']);
  });

  it('a claim is refused while another operator has it, unless the operator takes it over explicitly', async () => {
    const id = await waiting();
    await claim(ada.connection, id);
    const { message } = await adminRefusal(
      claim(eve.connection, id),
      'FAILED_PRECONDITION',
      'PROOFING_CLAIMED',
    );
    expect(message).toContain(ada.id);
    await claim(eve.connection, id, true);
    const [, taken] = await eventsOf(id);
    expect(taken).toMatchObject({
      event: 'takeOver',
      operatorId: eve.id,
      operatorName: eve.email,
      details: { before: { operatorId: ada.id }, after: { operatorId: eve.id } },
    });
  });

  it('only the operator who has a claim can release it', async () => {
    const id = await waiting();
    await claim(ada.connection, id);
    await callAdmin(eve.connection, 'releaseProofing', { id });
    expect((await claimOf(id))?.operatorId).toBe(ada.id);
    await callAdmin(ada.connection, 'releaseProofing', { id });
    expect(await claimOf(id)).toBeUndefined();
  });

  it('a claim does not prevent others from deciding, and ends with the decision', async () => {
    const id = await waiting();
    await claim(ada.connection, id);
    await callAdmin(eve.connection, 'acceptProofing', { id });
    expect(await claimOf(id)).toBeUndefined();
    await adminRefusal(claim(ada.connection, id), 'FAILED_PRECONDITION', 'INVALID_STATE');
  });

  it('viewers cannot claim proofings, nor see who claimed them', async () => {
    const viewer = await newOperator(world(), 'viewer');
    const id = await waiting();
    await adminRefusal(claim(viewer.connection, id), 'PERMISSION_DENIED', 'ROLE_INSUFFICIENT');
    await claim(ada.connection, id);
    const seen = await callAdmin(viewer.connection, 'getProofing', { id });
    expect(seen.claim).toEqual({ operatorId: ada.id, expireTime: expect.any(String) });
  });
});

describe('The next proofing in the review queue', () => {
  it('the next proofing is the one that expires first and that nobody else has claimed', async () => {
    for (const { id } of (await world().admin('listProofings', { state: 'pending' })).proofings)
      await world().admin('rejectProofing', { id });
    const ids: string[] = [];
    for (let one = 0; one < 3; one += 1) {
      world().advance(1000);
      ids.push(await waiting());
    }
    const next = async (by: Connection, skip: readonly string[] = []) =>
      (await callAdmin(by, 'claimNextProofing', { skip: [...skip] })).proofing?.id;
    expect(await next(ada.connection)).toBe(ids[0]);
    expect(await next(eve.connection)).toBe(ids[1]);
    expect(await next(ada.connection)).toBe(ids[0]);
    expect(await next(ada.connection, [ids[0] as string])).toBe(ids[2]);
    expect(await next(eve.connection, [ids[1] as string])).toBeUndefined();

    const listed = async (filter: 'none' | 'own' | 'others') =>
      (await callAdmin(ada.connection, 'listProofings', { state: 'pending', claim: filter })).proofings.map(
        ({ id }) => id,
      );
    expect(await listed('none')).toEqual([]);
    expect((await listed('own')).toSorted()).toEqual([ids[0], ids[2]].toSorted());
    expect(await listed('others')).toEqual([ids[1]]);
  });

  it('commands claim, renew and release a proofing', async () => {
    world().advance(10 * MINUTE);
    const { out } = await diptych('proofings', 'next', '--json', ...to(world()));
    const { id } = JSON.parse(out).proofing;
    expect((await diptych('proofings', 'claim', id, ...to(world()))).out).toContain('is yours until');
    expect((await diptych('proofings', 'release', id, ...to(world()))).out).toContain('has ended');
  });
});
