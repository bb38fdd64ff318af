import { beforeAll, describe, expect, it } from 'vitest';
import { as, diptych } from '../../support/cli.ts';
import { proofedPhone, registeredDevice } from '../../support/devices.ts';
import { newOperator, type TestOperator } from '../../support/operator.ts';
import { mdl } from '../../support/records.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld();
let ada: TestOperator;
let viewer: TestOperator;

beforeAll(async () => {
  ada = await newOperator(world(), 'operator', 'ada');
  viewer = await newOperator(world(), 'viewer');
  const holders = [
    { id: 'h-1', elements: mdl({ family_name: 'Brandt', given_name: 'Elena' }) },
    { id: 'h-2', elements: mdl({ family_name: 'Berg', given_name: 'Jan' }) },
  ];
  await world().admin('importHolders', { holders });
  const { id } = await world().admin('issueCode', { holderId: 'h-1' });
  await world().admin('issueCode', { holderId: 'h-2' });
  await world().admin('revokeCode', { id });
  await world().admin('revokeHolder', { id: 'h-2', reason: 'fraud', note: 'reported at the counter' });
}, HOOK_TIMEOUT);

const list = (operator: TestOperator, ...args: readonly string[]) =>
  diptych('events', 'list', ...as(operator, world()), ...args);

async function found(...args: readonly string[]): Promise<readonly string[]> {
  const { exit, out } = await list(ada, '--json', ...args);
  expect(exit).toBe(0);
  const { events } = JSON.parse(out) as {
    readonly events: readonly { subject: string; event: string; holderId?: string }[];
  };
  return events.map(({ subject, event, holderId }) => `${subject}.${event} ${holderId}`);
}

describe('diptych events list --search', () => {
  it('finds people by their names', async () => {
    expect(await found('--search', 'elena BRANDT')).toEqual([
      'code.revoke h-1',
      'code.create h-1',
      'holder.create h-1',
    ]);
  });

  it('more words find fewer events, in one text or in several', async () => {
    const one = await found('--search', 'brandt');
    for (const more of [
      ['--search', 'brandt revoked'],
      ['--search', 'brandt', '--search', 'revoked'],
    ])
      expect(await found(...more)).toEqual(['code.revoke h-1']);
    expect(one.length).toBeGreaterThan(1);
    expect(await found('--search', 'brandt', '--search', 'counter')).toEqual([]);
  });

  it('finds notes, and together with the other filters', async () => {
    expect(await found('--search', 'reported at the counter')).toEqual(['holder.revoke h-2']);
    expect(await found('--search', 'Brandt', '--event', 'create', '--subject', 'code')).toEqual([
      'code.create h-1',
    ]);
  });

  it('finds no names for those who may not see them, but all else', async () => {
    expect((await list(viewer, '--search', 'Brandt')).out.trim()).toBe('No event matches.');
    expect((await list(viewer, '--search', 'counter')).out).toContain('reported at the counter');
  });
});

describe('diptych events list --event', () => {
  it('takes the words that people read', async () => {
    expect(await found('--event', 'revoked a code')).toEqual(['code.revoke h-1']);
    expect(await found('--event', 'revoked')).toEqual(['holder.revoke h-2', 'code.revoke h-1']);
    expect(await found('--event', 'revoked', '--subject', 'code')).toEqual(['code.revoke h-1']);
  });

  it('finds what was decided when it was sent', async () => {
    const phone = await proofedPhone(world());
    const wrong = await registeredDevice(world());
    await wrong.proof('wrong');
    const before = ['--subject', 'proofing', '--event'] as const;
    expect(await found(...before, 'rejected')).toEqual(['proofing.create undefined']);
    expect(await found(...before, 'reject')).toEqual(['proofing.create undefined']);
    expect(await found(...before, 'accepted')).toEqual([`proofing.create ${phone.holderId}`]);
    expect(await found(...before, 'sent a proofing, which was accepted')).toEqual([
      `proofing.create ${phone.holderId}`,
    ]);
    expect(await found(...before, 'sent a proofing')).toHaveLength(2);
    expect((await list(ada, ...before, 'rejected')).out).toMatch(
      /The wallet sent proofing \S+, which was rejected: the code is unknown/,
    );
  });

  it('takes the names of the interface as before', async () => {
    expect(await found('--event', 'revoke')).toEqual(['holder.revoke h-2', 'code.revoke h-1']);
  });

  it('says what it takes if there is no such word', async () => {
    const { exit, err } = await list(ada, '--event', 'exploded');
    expect(exit).toBe(2);
    expect(err).toContain('nothing is “exploded”');
  });
});
