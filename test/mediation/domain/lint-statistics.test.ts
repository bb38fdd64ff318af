import { describe, expect, it } from 'vitest';
import {
  APPLOVIN,
  CREATE_EXPERIMENT,
  createGroup,
  DAY,
  experimentBody,
  manualLine,
} from './support/samples.ts';
import { sendUsersOf } from './support/simulated-users.ts';
import { publisherWithNumbers } from './support/statistics.ts';
import { useWorld } from './support/world.ts';

const world = useWorld();

/** Lines that a rule names. */
async function linesOf(publisher: string, rule: string) {
  const { findings = [] } = await world().call(publisher, 'accounts.lint', { query: { rule } });
  return findings.map(({ mediationGroupLineId }) => mediationGroupLineId);
}

/** Experiments that a rule names. */
async function experimentsOf(publisher: string, rule: string) {
  const { findings = [] } = await world().call(publisher, 'accounts.lint', { query: { rule } });
  return findings.map(({ mediationAbExperiment = '' }) => mediationAbExperiment.split('/').at(-1));
}

const DOLLARS = { currency: 'USD', precision: 'ESTIMATED' };

describe('Rules about lines, with ingested statistics', () => {
  it('line-no-fill: fewer than 0.2 % of the requests of 7 days were matched', async () => {
    const { publisher, lineId, rowOf, send } = await publisherWithNumbers(world());
    const found = () => linesOf(publisher, 'line-no-fill');
    expect(await found()).toEqual([]);
    await send([rowOf({ lineId, adRequests: '2000', matchedRequests: '3', impressions: '0' })]);
    world().advance(DAY);
    expect(await found()).toEqual([lineId]);
    world().advance(8 * DAY);
    expect(await found()).toEqual([]);
  });

  it('cpm-off: the eCPM of 7 days differs by more than 20 % from the price of 2.50', async () => {
    const { publisher, lineId, rowOf, send } = await publisherWithNumbers(world());
    const day = async (revenueMicros: string) => {
      await send([rowOf({ lineId, adRequests: '2000', impressions: '1000', ...DOLLARS, revenueMicros })]);
      world().advance(8 * DAY);
      await send([rowOf({ lineId, adRequests: '2000', impressions: '1000', ...DOLLARS, revenueMicros })]);
      world().advance(DAY);
      return linesOf(publisher, 'cpm-off');
    };
    expect(await day('2100000')).toEqual([]);
    expect(await day('1900000')).toEqual([lineId]);
  });

  it('cpm-off: after a change of the price, eight days pass, so that seven full days show what it earns', async () => {
    const { publisher, groupId, lineId, rowOf, send } = await publisherWithNumbers(world());
    const day = async () => {
      const numbers = { lineId, adRequests: '2000', impressions: '1000', ...DOLLARS };
      await send([rowOf({ ...numbers, revenueMicros: '1900000' })]);
      world().advance(DAY);
      return linesOf(publisher, 'cpm-off');
    };
    expect(await day()).toEqual([lineId]);
    await world().call(publisher, 'accounts.mediationGroups.patch', {
      path: { mediationGroupsId: groupId },
      query: { updateMask: `mediationGroupLines["${lineId}"].cpmMicros` },
      body: { mediationGroupLines: { [lineId]: { cpmMicros: '2600000' } } },
    });
    const found = [];
    for (let days = 1; days <= 8; days += 1) found.push(await day());
    expect(found).toEqual([[], [], [], [], [], [], [], [lineId]]);
  });

  it('line-split: the line with the highest price matched more than 10 % of the requests', async () => {
    const { publisher, lineId, rowOf, send } = await publisherWithNumbers(world());
    const numbers = { lineId, adRequests: '1000', impressions: '1' };
    await send([rowOf({ ...numbers, matchedRequests: '100' })]);
    world().advance(DAY);
    expect(await linesOf(publisher, 'line-split')).toEqual([]);
    await send([rowOf({ ...numbers, matchedRequests: '110' })]);
    world().advance(DAY);
    expect(await linesOf(publisher, 'line-split')).toEqual([lineId]);
  });

  it('line-low-share: a line earned less than 2 % of the revenue of its group in 14 days', async () => {
    const { publisher, rowOf, send } = await publisherWithNumbers(world());
    const { groupId: mediationGroupId, lines } = await createGroup(world(), publisher, {
      mediationGroupLines: { '-1': manualLine('High', '5000000'), '-2': manualLine('Low', '1000000') },
    });
    const [high, low] = lines.filter(({ adSourceId }) => adSourceId === APPLOVIN).map(({ id = '' }) => id);
    const row = (lineId: string | undefined, revenueMicros: string) =>
      rowOf({ mediationGroupId, lineId, adRequests: '1000', ...DOLLARS, revenueMicros });
    await send([row(high, '98000000'), row(low, '2000000')]);
    world().advance(DAY);
    expect(await linesOf(publisher, 'line-low-share')).toEqual([]);
    await send([row(high, '1000000'), row(low, '1')]);
    world().advance(DAY);
    expect(await linesOf(publisher, 'line-low-share')).toEqual([low]);
  });
});

describe('The days of rules', () => {
  const own = useWorld();

  it('the last full day is one of the time zone of the account', async () => {
    const { publisher, lineId, rowOf, send } = await publisherWithNumbers(own(), 'America/Los_Angeles');
    const named = async () => {
      const { findings = [] } = await own().call(publisher, 'accounts.lint', {
        query: { rule: 'line-no-fill' },
      });
      return findings.map(({ mediationGroupLineId }) => mediationGroupLineId);
    };
    await send([rowOf({ lineId, adRequests: '2000', matchedRequests: '3', impressions: '0' })]);
    // The next day in UTC; in Los Angeles it is 19:00.
    own().advance((15 * DAY) / 24);
    expect(await named()).toEqual([]);
    own().advance((6 * DAY) / 24);
    expect(await named()).toEqual([lineId]);
  });
});

describe('Rules about experiments, with ingested statistics', () => {
  async function experiment() {
    const prepared = await publisherWithNumbers(world());
    const path = { mediationGroupsId: prepared.groupId };
    const call = { path, body: experimentBody() };
    const { experimentId = '' } = await world().call(prepared.publisher, CREATE_EXPERIMENT, call);
    return { ...prepared, experimentId, ids: { mediationGroupId: prepared.groupId, experimentId } };
  }

  it('experiment-starved: no traffic for 48 hours, if there are statistics at all', async () => {
    const { publisher, experimentId, rowOf, send } = await experiment();
    world().advance(3 * DAY);
    expect(await experimentsOf(publisher, 'experiment-starved')).toEqual([]);
    await send([rowOf()]);
    expect(await experimentsOf(publisher, 'experiment-starved')).toEqual([experimentId]);
  });

  it('experiment-srm: a part of the users of variant B does not enter', async () => {
    const [even, uneven] = [await experiment(), await experiment()];
    for (let day = 0; day < 2; day += 1) {
      await sendUsersOf(world(), even.publisher, even.ids, { users: 4000 });
      await sendUsersOf(world(), uneven.publisher, uneven.ids, { users: 4000, lost: 0.3 });
      world().advance(DAY);
      await world().look();
    }
    expect(await experimentsOf(even.publisher, 'experiment-srm')).toEqual([]);
    expect(await experimentsOf(uneven.publisher, 'experiment-srm')).toEqual([uneven.experimentId]);
  });
});
