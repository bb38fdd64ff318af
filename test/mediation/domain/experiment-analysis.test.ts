import { afterEach, describe, expect, it } from 'vitest';
import type { MediationAbExperiment } from '../../../src/mediation/contract/index.ts';
import { Rates } from '../../../src/mediation/reports/currency-conversion.ts';
import { dayText } from '../../../src/mediation/statistics/days.ts';
import { groupToTest } from './support/group-to-test.ts';
import { DAY, PATCH_GROUP } from './support/samples.ts';
import { sendUsersOf, type Users, usersOn } from './support/simulated-users.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();
const plain = useWorld({ groupExtensions: false });
const LIST = 'accounts.mediationGroups.mediationAbExperiments.list';

const EQUAL: Users = { users: 2000 };
const BETTER: Users = { users: 2000, lift: 0.3 };
const WORSE: Users = { users: 2000, lift: -0.3 };

let stopAll: (() => Promise<unknown>)[] = [];

/** The server looks at all open experiments, so those of earlier tests would take time. */
afterEach(async () => {
  await Promise.allSettled(stopAll.map((stop) => stop()));
  stopAll = [];
});

async function running(of = world()) {
  const group = await groupToTest(of);
  const { experimentId = '' } = await group.create();
  stopAll.push(() => group.stop());
  const today = () => Math.floor(of.now() / DAY);
  return {
    ...group,
    experimentId,
    today,
    /** Users come in for some days, and the server looks after each. */
    async days(count: number, users: Users): Promise<MediationAbExperiment> {
      for (let day = 0; day < count; day += 1) {
        await usersOn(of, group.publisher, experimentId, today(), users);
        of.advance(DAY);
        await of.look();
      }
      return group.get(experimentId);
    },
    seen: () => group.get(experimentId),
  };
}

const INSUFFICIENT = { variantLeader: 'INSUFFICIENT_DATA' };

describe('The leader of an experiment in answers', () => {
  it('without data there is no analysis', async () => {
    const { experimentId, get } = await running();
    await world().look();
    const { variantLeader, analysis } = await get(experimentId);
    expect([variantLeader, analysis]).toEqual(['INSUFFICIENT_DATA', undefined]);
  });

  it('before the first full day it is too early, with the figures so far and a new etag for each', async () => {
    const { publisher, path, experimentId, seen, today } = await running();
    const etags = new Set([(await seen()).etag]);
    for (const users of [500, 1000]) {
      await usersOn(world(), publisher, experimentId, today(), { users: 500 });
      const early = await seen();
      expect(early).toMatchObject({
        variantLeader: 'TOO_EARLY_TO_CALL',
        analysis: { date: dayText(today()) },
      });
      expect(early.analysis).not.toHaveProperty('problem');
      const { control, treatment } = early.analysis ?? {};
      expect(Number(control?.users) + Number(treatment?.users)).toBe(users);
      etags.add(early.etag);
      const listed = await world().call(publisher, LIST, { path });
      expect(listed.mediationAbExperiments).toMatchObject([
        { variantLeader: 'TOO_EARLY_TO_CALL', analysis: { purpose: 'DECISION' } },
      ]);
      // The round keeps nothing yet.
      await world().look();
    }
    expect(etags.size).toBe(3);
    world().advance(2 * DAY);
    await world().look();
    expect(await seen()).toMatchObject({ ...INSUFFICIENT, analysis: { problem: 'FEW_IMPRESSIONS' } });
  });

  it('stopped before the first look it is too early, in the answer as for later readers', async () => {
    const { publisher, experimentId, seen, today, stop } = await running();
    await usersOn(world(), publisher, experimentId, today(), { users: 500 });
    const answer = await stop();
    expect(answer.variantLeader).toBe('TOO_EARLY_TO_CALL');
    world().advance(3 * DAY);
    await world().look();
    expect(await seen()).toMatchObject({
      variantLeader: 'TOO_EARLY_TO_CALL',
      etag: answer.etag,
      analysis: { purpose: 'DECISION' },
    });
  });

  it('without slots the data are insufficient', async () => {
    const { seen } = await running();
    world().advance(2 * DAY);
    await world().look();
    expect(await seen()).toMatchObject({ ...INSUFFICIENT, analysis: { problem: 'NO_SLOTS' } });
  });

  it('with fewer than 10,000 impressions the data are insufficient', async () => {
    const { days } = await running();
    expect(await days(6, { ...EQUAL, impressionsPerUser: 0 })).toMatchObject({
      ...INSUFFICIENT,
      analysis: { problem: 'FEW_IMPRESSIONS' },
    });
  });

  it('with fewer than 2000 users in the smaller variant the data are insufficient', async () => {
    const { days } = await running();
    expect(await days(6, { users: 500 })).toMatchObject({
      ...INSUFFICIENT,
      analysis: { problem: 'FEW_USERS' },
    });
  });

  it('before 4 full days it is too early, however large the difference is; the day of the start does not count', async () => {
    const { days } = await running();
    const early = await days(4, BETTER);
    expect(early).toMatchObject({ variantLeader: 'TOO_EARLY_TO_CALL', analysis: { fullDays: 3 } });
    expect(early.analysis?.difference).toBeUndefined();
    expect(await days(1, BETTER)).toMatchObject({ variantLeader: 'TREATMENT', analysis: { fullDays: 4 } });
  });

  it.each([
    ['TREATMENT', BETTER],
    ['CONTROL', WORSE],
    ['NO_VARIANT_LEADER', EQUAL],
  ] as const)('after enough days the leader is %s', async (variantLeader, users) => {
    const { days, today } = await running();
    const { analysis, ...experiment } = await days(5, users);
    expect(experiment.variantLeader).toBe(variantLeader);
    expect(analysis).toMatchObject({ purpose: 'DECISION', currencyCode: 'USD', date: dayText(today() - 1) });
    expect(analysis?.since).toBe(variantLeader === 'NO_VARIANT_LEADER' ? undefined : analysis?.date);
    expect(analysis?.lift).toBeDefined();
    expect(analysis?.looks).toEqual([
      {
        date: analysis?.date,
        users: expect.any(String),
        difference: analysis?.difference,
        lift: analysis?.lift,
      },
    ]);
  });

  it('a leader stays when later data say otherwise', async () => {
    const { days } = await running();
    const { analysis } = await days(5, BETTER);
    const later = await days(6, { users: 4000, lift: -0.6 });
    expect(later).toMatchObject({ variantLeader: 'TREATMENT', analysis: { since: analysis?.since } });
    expect(later.analysis?.difference?.value).toBeLessThan(0);
  });

  it('a leader stays when late data change the days on which it was found', async () => {
    const { days, publisher, experimentId, today } = await running();
    await days(5, BETTER);
    await usersOn(world(), publisher, experimentId, today() - 5, { users: 30_000, lift: -0.6 });
    expect(await days(1, EQUAL)).toMatchObject({ variantLeader: 'TREATMENT' });
  });

  it('a sample-ratio alarm takes the leader back', async () => {
    const { days } = await running();
    await days(5, BETTER);
    expect(await days(2, { users: 8000, lost: 0.3 })).toMatchObject({
      ...INSUFFICIENT,
      analysis: { problem: 'SAMPLE_RATIO_MISMATCH', sampleRatio: { alarm: true } },
    });
  });

  it('from statistics that were sent to a verdict: a leader appears, stays, and is taken back by the alarm', async () => {
    const { publisher, groupId, experimentId, seen } = await running();
    const leaderAfter = async (count: number, users: Users) => {
      for (let day = 0; day < count; day += 1) {
        await sendUsersOf(world(), publisher, { mediationGroupId: groupId, experimentId }, users);
        world().advance(DAY);
        await world().look();
      }
      return (await seen()).variantLeader;
    };
    expect(await leaderAfter(4, BETTER)).toBe('TOO_EARLY_TO_CALL');
    expect(await leaderAfter(1, BETTER)).toBe('TREATMENT');
    expect(await leaderAfter(2, { users: 8000, lift: -0.6 })).toBe('TREATMENT');
    expect(await leaderAfter(2, { users: 8000, lost: 0.3 })).toBe('INSUFFICIENT_DATA');
  });

  it('days on which the group was paused do not count', async () => {
    const { publisher, path, days, read } = await running();
    await days(2, BETTER);
    const patch = async (state: string) =>
      world().call(publisher, PATCH_GROUP, {
        path,
        query: { updateMask: 'state' },
        body: { state, etag: (await read()).etag },
      });
    await patch('DISABLED');
    await days(2, BETTER);
    await patch('ENABLED');
    expect(await days(2, BETTER)).toMatchObject({
      variantLeader: 'TOO_EARLY_TO_CALL',
      analysis: { fullDays: 2 },
    });
    expect(await days(2, BETTER)).toMatchObject({ variantLeader: 'TREATMENT', analysis: { fullDays: 4 } });
  });

  it('the answer to a stop has the leader and no analysis, and later data change nothing', async () => {
    const { days, stop, seen, publisher, experimentId, today } = await running();
    const before = await days(5, BETTER);
    const stopped = await stop();
    expect([stopped.variantLeader, stopped.analysis]).toEqual(['TREATMENT', undefined]);
    await usersOn(world(), publisher, experimentId, today(), { users: 20_000, lift: -0.6, lost: 0.5 });
    world().advance(2 * DAY);
    await world().look();
    expect(await seen()).toMatchObject({ variantLeader: 'TREATMENT', analysis: before.analysis });
  });

  it('after its end an experiment is looked at once more, after its last full day', async () => {
    const { days, seen, publisher, experimentId, today } = await running();
    await days(5, EQUAL);
    world().advance(85 * DAY);
    await world().look();
    const ended = await seen();
    expect(ended).toMatchObject({ state: 'ENDED', analysis: { date: dayText(today() - 1) } });
    await usersOn(world(), publisher, experimentId, today() - 2, { users: 20_000, lift: 0.5 });
    world().advance(DAY);
    await world().look();
    expect(await seen()).toEqual(ended);
  });

  it('a look changes the etag, and a list has the analysis without the daily looks', async () => {
    const { publisher, path, days, seen } = await running();
    const before = (await seen()).etag;
    const { etag, analysis } = await days(5, EQUAL);
    expect(etag).not.toBe(before);
    const { mediationAbExperiments = [] } = await world().call(publisher, LIST, { path });
    const { looks: _, ...summary } = analysis ?? {};
    expect(mediationAbExperiments[0]?.analysis).toEqual(summary);
  });

  it('without extensions the leader is shown and the analysis is not', async () => {
    const { publisher, path, days } = await running(plain());
    const experiment = await days(5, BETTER);
    expect([experiment.variantLeader, experiment.analysis]).toEqual(['TREATMENT', undefined]);
    const { mediationAbExperiments = [] } = await plain().call(publisher, LIST, { path });
    expect(mediationAbExperiments[0]?.analysis).toBeUndefined();
  });

  it('amounts of one currency stay in it, others are converted, and those without a rate are named', async () => {
    const { publisher, experimentId, today, seen, days } = await running();
    const euros = { users: 1000, currency: 'EUR' };
    expect((await days(2, euros)).analysis).toMatchObject({ currencyCode: 'EUR' });

    await usersOn(world(), publisher, experimentId, today(), { ...euros, currency: 'GBP' });
    await usersOn(world(), publisher, experimentId, today(), { users: 1, currency: 'USD' });
    world().advance(DAY);
    const date = dayText(today() - 4);
    const rates = new Rates([{ date, currency: 'USD', rate: '2' }], 'EUR');
    await world().look(() => rates);
    const { analysis } = await seen();
    expect(analysis).toMatchObject({ currencyCode: 'USD', leftOutCurrencyCodes: ['GBP'] });
  });
});
