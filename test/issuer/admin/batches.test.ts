import { describe, expect, it } from 'vitest';
import { callAdmin } from '../../../src/cli/admin/client.ts';
import { proofedPhone } from '../../support/devices.ts';
import { newOperator } from '../../support/operator.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { useWorld } from '../../support/use-world.ts';

const HOUR = 3_600_000;
const world = useWorld({ settings: { 'issuer.decisions': 'manual' } });

const waiting = async () => (await proofedPhone(world())).ids.proofingId;
const detail = { recordNotFound: {} };

describe('A batch of decisions', () => {
  it('a batch has an answer for each proofing, and a refused one does not stop the others', async () => {
    const [one, other, decided] = [await waiting(), await waiting(), await waiting()];
    await world().admin('acceptProofing', { id: decided });
    const ids = [one, decided, 'p-unknown', other, one];
    const { results } = await world().admin('decideProofings', {
      ids,
      decision: 'reject',
      detail,
      note: 'fraud',
    });
    expect(results.map(({ id, proofing, error }) => [id, proofing?.state ?? error?.reason])).toEqual([
      [one, 'rejected'],
      [decided, 'INVALID_STATE'],
      ['p-unknown', 'PROOFING_NOT_FOUND'],
      [other, 'rejected'],
    ]);
    const { events } = await world().admin('listEvents', { subjectId: other, event: 'reject' });
    expect(events[0]?.note).toBe('fraud');
  });

  it('a batch can challenge and resume proofings', async () => {
    const ids = [await waiting(), await waiting()];
    for (const [decision, state] of [
      ['challenge', 'challenged'],
      ['resume', 'pending'],
    ] as const) {
      const { results } = await world().admin('decideProofings', { ids, decision });
      expect(results.map(({ proofing }) => proofing?.state)).toEqual([state, state]);
    }
  });

  it('a batch cannot accept proofings', async () => {
    const request = { ids: [await waiting()], decision: 'accept' } as never;
    await adminRefusal(world().admin('decideProofings', request), 'INVALID_ARGUMENT', 'REQUEST_INVALID');
  });

  it('rejecting a batch needs a reason, the role for rejecting, and at most 100 ids', async () => {
    const ids = [await waiting()];
    const reject = { ids, decision: 'reject' } as const;
    await adminRefusal(world().admin('decideProofings', reject), 'INVALID_ARGUMENT', 'DETAIL_INVALID');
    const { connection } = await newOperator(world(), 'operator');
    const asked = callAdmin(connection, 'decideProofings', { ...reject, detail });
    await adminRefusal(asked, 'PERMISSION_DENIED', 'ROLE_INSUFFICIENT');
    const many = { ids: Array.from({ length: 101 }, (_, one) => `p-${one}`), decision: 'resume' } as const;
    await adminRefusal(world().admin('decideProofings', many), 'INVALID_ARGUMENT', 'REQUEST_INVALID');
  });
});

it('Required actions of several credentials are cleared, with an answer for each', async () => {
  const quick = async () => {
    const { device, ids } = await proofedPhone(world());
    await world().admin('acceptProofing', { id: ids.proofingId });
    await device.provision();
    await device.provisionMsos(1);
    return device.state.credentialId as string;
  };
  const ids = [await quick(), await quick()];
  const [must = '', need = ''] = ids;
  const action = { deadlineTimeMillis: String(world().now() + HOUR) };
  await world().admin('requireAction', { id: must, action });
  const listed = async () => {
    const filter = { userAction: 'required', orderBy: 'deadlineTime' } as const;
    return (await world().admin('listCredentials', filter)).credentials.map(({ id }) => id);
  };
  expect(await listed()).toEqual([must]);
  const { results } = await world().admin('clearActions', { ids: [must, need], note: 'rang back' });
  expect(results[0]).toMatchObject({ id: must, credential: { state: 'active' } });
  expect(results[0]?.credential?.userActionRequired).toBeUndefined();
  expect(await listed()).toEqual([]);
  const unordered = world().admin('listCredentials', { orderBy: 'deadlineTime' });
  await adminRefusal(unordered, 'INVALID_ARGUMENT', 'ORDER_INVALID');
});
