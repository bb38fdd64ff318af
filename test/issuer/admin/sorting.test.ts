import { beforeAll, describe, expect, it } from 'vitest';
import { pageToken } from '../../../src/conventions/page.ts';
import { diptych, to } from '../../support/cli.ts';
import { proofedPhone } from '../../support/devices.ts';
import { adminRefusal } from '../../support/refusal.ts';
import { HOOK_TIMEOUT, useWorld } from '../../support/use-world.ts';

const world = useWorld({
  settings: {
    'issuer.decisions': 'manual',
    'issuer.pendingTtlSeconds': 36_000,
    'issuer.challengedTtlSeconds': 600,
  },
});

/** Proofings in the order of their requests. The third has a renewed deadline; the last is rejected. */
const ids: string[] = [];

beforeAll(async () => {
  for (let one = 0; one < 4; one += 1) {
    world().advance(1000);
    ids.push((await proofedPhone(world())).ids.proofingId);
  }
  await world().admin('rejectProofing', { id: ids[3] as string });
  await world().admin('challengeProofing', { id: ids[2] as string });
  await world().admin('resumeProofing', { id: ids[2] as string });
}, HOOK_TIMEOUT);

async function pagesOf(filter: object): Promise<readonly string[]> {
  const seen: string[] = [];
  let pageToken: string | undefined;
  do {
    const request = { ...filter, pageSize: 1, ...(pageToken && { pageToken }) };
    const page = await world().admin('listProofings', request);
    seen.push(...page.proofings.map(({ id }) => id));
    pageToken = page.nextPageToken;
  } while (pageToken);
  return seen;
}

const run = (...args: readonly string[]) => diptych(...args, ...to(world()));
const proofings = async (...args: readonly string[]) =>
  (
    JSON.parse((await run('proofings', 'list', '--json', ...args)).out).proofings as { readonly id: string }[]
  ).map(({ id }) => ids.indexOf(id));

describe('The parameter orderBy of lists', () => {
  it.each([
    ['createTime', {}, [0, 1, 2, 3]],
    ['createTime desc', {}, [3, 2, 1, 0]],
    ['createTime', { state: 'pending' }, [0, 1, 2]],
    ['deadlineTime', { state: 'pending' }, [0, 1, 2]],
    ['deadlineTime desc', { state: 'pending' }, [2, 1, 0]],
  ])('the list %s is sorted page by page with %j', async (orderBy, filter, order) => {
    expect((await pagesOf({ orderBy, ...filter })).map((id) => ids.indexOf(id))).toEqual(order);
  });

  it('sorting by deadline is only allowed with a filter for states that have deadlines', async () => {
    for (const filter of [{}, { state: 'rejected' as const }])
      await adminRefusal(
        world().admin('listProofings', { orderBy: 'deadlineTime', ...filter }),
        'INVALID_ARGUMENT',
        'ORDER_INVALID',
      );
  });

  it('orderBy refuses a field that the contract does not name', async () => {
    const request = { orderBy: 'holderId' } as never;
    await adminRefusal(world().admin('listProofings', request), 'INVALID_ARGUMENT', 'REQUEST_INVALID');
  });

  it('a page token of another order is refused', async () => {
    const orderBy = 'createTime' as const;
    const { nextPageToken = '' } = await world().admin('listProofings', { orderBy, pageSize: 1 });
    const args = { list: 'proofings', orderBy };
    const forged = [pageToken(['p'], args), pageToken(['p', 'x'], args), pageToken([], args)];
    const refused = (request: object) =>
      adminRefusal(
        world().admin('listProofings', request as never),
        'INVALID_ARGUMENT',
        'INVALID_PAGE_TOKEN',
      );
    await refused({ orderBy: 'createTime desc', pageToken: nextPageToken });
    for (const token of forged) await refused({ orderBy, pageToken: token });
  });
});

describe('The order of lists on the command line', () => {
  it('diptych proofings list shows the oldest first, and those that wait for a decision by their deadline', async () => {
    expect(await proofings()).toEqual([0, 1, 2, 3]);
    expect(await proofings('--reverse')).toEqual([3, 2, 1, 0]);
    expect(await proofings('--state', 'pending')).toEqual([0, 1, 2]);
    expect(await proofings('--state', 'pending', '--sort', 'createTime', '--reverse')).toEqual([2, 1, 0]);
    const help = (await diptych('proofings', 'list', '--help')).out.replaceAll(/\s+/g, ' ');
    expect(help).toContain(
      'The oldest come first. With --state pending or challenged it is the review queue',
    );
  });

  it('diptych events shows the newest hundred, and says when there are more', async () => {
    const events = async (...args: readonly string[]) => {
      const { out, err } = await run('events', 'list', '--json', ...args);
      return { times: JSON.parse(out).events.map(({ time }: { time: string }) => time) as string[], err };
    };
    const newest = await events('--limit', '1000');
    expect(newest.times).toEqual(newest.times.toSorted().toReversed());
    expect((await events('--reverse', '--limit', '1000')).times).toEqual(newest.times.toSorted());
    for (let one = newest.times.length; one <= 100; one += 1)
      await world().admin('challengeProofing', { id: ids[2] as string });
    const shown = await events();
    expect([shown.times.length, shown.err]).toEqual([100, expect.stringContaining('--limit shows more')]);
  });
});
